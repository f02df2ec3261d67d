for f() in x: y
