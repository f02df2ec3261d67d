()
(a)
(a,)
(*a, b)
(a := 1, b)
((a))
(yield)
(yield a, *b)
[]
[a, *b,]
[a := 1]
{a, *b}
{}
{a: b, **c | d, e: f,}
{**a}
