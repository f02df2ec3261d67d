contract A { a; }
