"""Ways of choosing tokens under a filter."""
