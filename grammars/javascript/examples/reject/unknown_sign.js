a = b § c
