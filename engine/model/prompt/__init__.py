"""These modules write the prompt of a model."""
