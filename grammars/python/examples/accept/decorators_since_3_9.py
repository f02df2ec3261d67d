# since 3.9
@a
@b.c(1)
@(yield)
@x if y else z
@w := v
def f(): pass
