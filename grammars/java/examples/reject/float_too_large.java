class A { double a = 1e309; }
