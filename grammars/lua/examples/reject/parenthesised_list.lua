x = (a, b)
