x = a:b
