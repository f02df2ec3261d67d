*a
*a, b
*a | b, c
x = *a,
(x := 1)
[y := 1, y ** 2]
f(x := (y := 1))
if any((z := x) for x in a): pass
