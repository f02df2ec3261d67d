"""The built artefacts, tried as by a new user."""
