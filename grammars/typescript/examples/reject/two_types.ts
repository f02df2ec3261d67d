type A = B C
