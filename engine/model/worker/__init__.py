"""The model's process."""
