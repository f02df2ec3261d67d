select $a(b c)
