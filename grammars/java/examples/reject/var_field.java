class A { var a = 1; }
