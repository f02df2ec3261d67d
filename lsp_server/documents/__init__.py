"""The open documents, their texts, and positions in them."""
