"""The backends: a model runs in this process or on a server."""
