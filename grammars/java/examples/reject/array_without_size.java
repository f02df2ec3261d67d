class A { Object a = new int[]; }
