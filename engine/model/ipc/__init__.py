"""What the server and the model's process say to each other, and how."""
