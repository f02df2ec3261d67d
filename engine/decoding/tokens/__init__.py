"""Which token comes next: what the language lets through, and what the model makes of it."""
