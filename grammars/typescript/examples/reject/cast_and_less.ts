if (a as b < c) d()
