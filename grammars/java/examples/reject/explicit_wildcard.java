class A { Object a = b.<?>c(); }
