"""Choosing a model through the server."""
