int a = 12ab;
