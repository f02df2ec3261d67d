class A { final x; }
