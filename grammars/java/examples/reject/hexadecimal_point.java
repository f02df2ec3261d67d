class A { Object a = 0x1.f(); }
