"""Settings and their permitted values."""
