"""The client of the model's process, for the language server."""
