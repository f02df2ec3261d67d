"""The strategies are ways of choosing tokens under a filter."""
