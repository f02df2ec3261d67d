x = a)
