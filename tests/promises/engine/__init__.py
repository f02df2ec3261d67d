"""Promises of the engine: edits, random inputs, nesting, panics, caches."""
