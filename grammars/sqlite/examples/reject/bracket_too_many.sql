select (1));
