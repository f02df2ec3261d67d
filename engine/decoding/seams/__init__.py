"""These modules say whether a completion, which fits, meets what follows it as nobody would write it."""
