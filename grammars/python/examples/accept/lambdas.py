lambda: 1
lambda a, /, b=1, *c, d, e=2, **f: a if b else lambda *, g: g
lambda *a: (yield)
lambda a,: lambda b=lambda: 1, **c,: b
x = lambda: 1, 2
{lambda: 1: 2}
