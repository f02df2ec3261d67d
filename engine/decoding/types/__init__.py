"""Which types values have, as far as the open file says so, and which places take values of other types."""
