class A { void f() { if (a) class B {} } }
