with a: pass
with a as b, c as (d, e): pass
with (a as b, c): pass
with (a, b,): pass
with (a as b,): pass
with (a, b) as c, d: pass
with (a), (b): pass
with (yield): pass
with a as b.c, d as [e], f as *g: pass
