# since 3.9
x[0] *= *a, b
