# since 3.9
with (a as b, c): pass
with (a as b,): pass
with a as b.c, d as [e], f as *g: pass
