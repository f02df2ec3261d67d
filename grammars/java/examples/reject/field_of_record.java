record A(int x) { int y; }
