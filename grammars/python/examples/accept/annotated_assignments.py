x: int
x: int = 1
x.y: int = *a, b
x[0]: "s" = yield
(x): int
((x.y)): int = 1
(a + b).x: int
