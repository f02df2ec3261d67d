a or b and not c or not not d
a < b == c >= d != e > f <= g
a in b not in c is d is not e
a | b ^ c & d << e >> f + g - h * i / j // k % l @ m
-a ** -b ** +c
~a + ~~b
await a ** await b
a if b else c if d else e
(a if b else c) if d else e
