if a: b
elif (c := d): e
elif f := g: h
else: i
while a:
    b
else:
    c
for (a), [b.c, d[0]] in e:
    f
else: g
for *a in b: c
