with a: pass
with a as b, c as (d, e): pass
with (a, b,): pass
with (a, b) as c, d: pass
with (a), (b): pass
with (yield): pass
