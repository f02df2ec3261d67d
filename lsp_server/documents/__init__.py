"""The open documents, their text and places in it."""
