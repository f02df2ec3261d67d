"""The prompt of a model."""
