class A { Object a = new A() { A() {} }; }
