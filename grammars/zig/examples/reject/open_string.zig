const a = "b;
