x = 1
x = y = z = 1, 2
x, *y = a[1].b = c
[x, (y, [*z])] = q
() = []
(x) = ((y)) = 1
f(1)[2] = g().h = "s".t = 3
*x, = *y, z
*x = y
x = yield
x = y = yield from z
