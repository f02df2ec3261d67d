(a) b
