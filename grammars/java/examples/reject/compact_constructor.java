record A(int x) { B { } }
