"""The process of the model."""
