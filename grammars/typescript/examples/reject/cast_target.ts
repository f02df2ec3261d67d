x as y = 1
