interface A { A() {} }
