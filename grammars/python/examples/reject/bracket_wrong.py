x = (a]
