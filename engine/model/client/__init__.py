"""The server's side of the model's process."""
