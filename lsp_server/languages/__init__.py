"""Determines the language of a document, and loads the user's own grammars."""
