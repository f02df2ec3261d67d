class A { double a = 1e-324; }
