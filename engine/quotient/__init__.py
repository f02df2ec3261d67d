"""These modules are the Python interface of the core: quotients, sessions, vocabularies."""
