"""TOML, against Python's `tomllib`."""
