"""The engine against CPython's own parser, by version. The tests here run a part of each:

- `python -m tests.differential`: cuts of real files, mutants and completions of their middles.
- `python -m tests.differential.snippets`: CPython's own tests of its parser, whole and cut.
- `python -m tests.differential.exhaustive`: all short sequences of some pieces in some contexts.
- `python -m tests.differential.pools.signs`: every sign of Unicode.

All take `--python PATH`, another interpreter as the oracle, whose version is then the language's; the tests
take those that `QUOIN_ORACLES` names.
"""
