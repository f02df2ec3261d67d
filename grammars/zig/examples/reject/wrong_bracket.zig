const a = f(1];
