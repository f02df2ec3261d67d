"""Where a model may run: in this process, or on a server."""
