class A { a() { super`` } }
