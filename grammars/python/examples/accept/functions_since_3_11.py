# since 3.11
def f(a, /, *b: *c): pass
