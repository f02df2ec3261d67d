"""What a model file says of itself."""
