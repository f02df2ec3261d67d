class A { b c }
