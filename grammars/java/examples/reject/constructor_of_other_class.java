class A { class B { A() {} } }
