a; /* b
