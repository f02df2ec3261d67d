"""The engine against `ast.parse`, on cuts of CPython's own library and on mutants of their middles.

`python -m tests.differential --help` runs any number of them; the tests here run a few hundred.
"""
