select f(a => 1)
