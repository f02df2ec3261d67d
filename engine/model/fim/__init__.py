"""These modules know the fill-in-the-middle markers of models and how a prompt arranges them."""
