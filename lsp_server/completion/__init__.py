"""Computes the completions that are offered at a cursor."""
