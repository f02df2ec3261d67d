"""Notifications that the server sends to the editor without a request."""
