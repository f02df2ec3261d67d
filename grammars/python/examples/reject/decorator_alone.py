@a
x = 1
