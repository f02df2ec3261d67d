"""The language server, its command line and its headless harness.

This package handles the protocol, documents, settings, scheduling and the command line. It contains
no knowledge of grammars: the engine decides what fits at a cursor.
"""
