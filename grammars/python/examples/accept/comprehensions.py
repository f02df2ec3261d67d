[a for b in c]
[a for b in c if d if e or f for g in h]
(a for b, *c in d)
{a for b.c in d}
{a: b for c[0] in d}
[a := b for c in d]
[a for b in (c if d else e)]
[lambda: a for a in b]
[a async for b in c if await d]
