x = f
(g).y = 1
