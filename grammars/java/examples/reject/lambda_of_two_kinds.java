class A { Object a = (int x, y) -> x; }
