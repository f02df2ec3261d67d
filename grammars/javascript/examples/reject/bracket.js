a = (b
