# since 3.9
(*x) = 1
