# since 3.9
for a, *b in c, *d: e
