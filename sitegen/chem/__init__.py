"""Chemistry of Markush structures: E-SMILES and CXSMILES, substitution, similarity, depiction.

SMILES text becomes an RDKit `mol` only inside these modules; their callers pass and get strings
and records.
"""
