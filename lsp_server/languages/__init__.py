"""Which language a document is in, and grammars of the user's own."""
