a = 'b;
