"""Blocks of a file, as their columns show them, and which of their lines are broken."""
