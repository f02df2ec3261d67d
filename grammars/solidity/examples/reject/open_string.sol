contract A { string a = "b; }
