select a is, b
