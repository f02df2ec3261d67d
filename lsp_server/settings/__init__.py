"""Settings, and what their values may be."""
