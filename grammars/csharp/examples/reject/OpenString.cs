class A { string a = "b; }
