"""These modules define the messages between the server and the model's process, and their transport."""
