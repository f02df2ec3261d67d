x = "a
b"
