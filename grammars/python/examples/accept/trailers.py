a.b(c)[d](e).f
a(b)(c)(d for d in e)
"s".join(x)
(1).real
[1][0]
{}[0]
1..real
1.5.real
...[0]
a[b](c=d)[e].match
