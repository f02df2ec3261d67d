"""These modules run in the model's process."""
