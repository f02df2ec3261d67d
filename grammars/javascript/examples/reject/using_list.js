using [a] = b
