"""TSX, against the parser of TypeScript."""
