"""Promises of the server and the model's process, held against the real programs."""
