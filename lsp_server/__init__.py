"""The language server, its command line and its headless harness.

This package knows the protocol, documents, settings, scheduling and the command line. It knows
nothing of grammars: what fits at a cursor is the engine's to say.
"""
