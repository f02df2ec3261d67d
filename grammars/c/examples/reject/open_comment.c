int a; /* b
