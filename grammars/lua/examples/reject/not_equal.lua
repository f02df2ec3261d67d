x = a != b
