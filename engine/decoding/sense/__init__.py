"""These modules say whether a completion, which fits, is one that nobody can mean, by the lines around it."""
