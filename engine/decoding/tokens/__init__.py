"""These modules determine the next token: which ones the language accepts, and how likely they are."""
