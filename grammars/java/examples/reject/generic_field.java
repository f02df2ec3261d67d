class A { <T> int a; }
