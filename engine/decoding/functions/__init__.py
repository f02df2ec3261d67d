"""These modules say whether a completion goes with the header of its function and what that declares."""
