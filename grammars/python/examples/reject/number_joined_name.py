1a
