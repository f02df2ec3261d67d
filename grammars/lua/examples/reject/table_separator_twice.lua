x = {a,, b}
