contract A { event B(,); }
