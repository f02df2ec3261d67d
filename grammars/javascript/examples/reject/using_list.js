using [] = b
