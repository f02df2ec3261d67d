# since 3.11
a[*b]
a[*b, c:d, *e]
