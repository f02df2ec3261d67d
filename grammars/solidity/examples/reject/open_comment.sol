contract A { } /* b
