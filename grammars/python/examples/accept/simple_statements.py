pass; x; y = 1;
break
continue
assert x, "why"
assert x
global a, b
nonlocal c
