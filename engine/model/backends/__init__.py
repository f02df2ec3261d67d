"""A backend runs a model in this process or on a server."""
