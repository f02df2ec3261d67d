class A { void f() { else {} } }
