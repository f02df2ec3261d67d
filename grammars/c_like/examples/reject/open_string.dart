a = "b;
