class A { Object a = new A<>[1]; }
