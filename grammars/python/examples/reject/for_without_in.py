for x: y
