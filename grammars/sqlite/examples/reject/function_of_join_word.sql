select left(a, 1)
