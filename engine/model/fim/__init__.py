"""How a model is asked to fill in the middle."""
