"""The language server uses the model's process through this client."""
