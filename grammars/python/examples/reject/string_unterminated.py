x = "a
