"""The fill-in-the-middle markers of models, and the order in which a prompt arranges them."""
