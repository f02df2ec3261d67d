select (1
