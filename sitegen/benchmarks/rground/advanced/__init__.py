"""The Advanced level: which R-group gives the molecule with the property, the potency or the use?"""
