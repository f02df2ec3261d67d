# since 3.9
del *x
