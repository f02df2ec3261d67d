const A = 1;
