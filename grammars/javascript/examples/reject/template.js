a = `b${c
