"""The core as Python sees it: quotients, sessions, vocabularies."""
