"""JSON, and JSON with comments."""
