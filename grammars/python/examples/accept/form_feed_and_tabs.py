x = 1
if a:
	b
	c
 d = 2
