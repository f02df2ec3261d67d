café = α = _x1 = 名前 = _
print = exec = nonlocal_ = type = 1
