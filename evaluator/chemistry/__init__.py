"""Chemistry behind one small protocol: the guard, fingerprints, graphs and scaffolds in pure Python.

Only the adapters `rdkit_native` and `rdkit_js` import a toolkit, and only when they are used.
"""
