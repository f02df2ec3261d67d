char *a = "b;
