if a:
 b
 if c:
        d
 else:
   e
if f: g; h
if i:
	j
	if k:
		l
