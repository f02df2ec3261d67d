"""The messages between the server and the model's process, and their transport."""
