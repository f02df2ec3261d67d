enum A { int x; }
