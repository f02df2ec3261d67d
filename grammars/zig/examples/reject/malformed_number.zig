const a = 12ab;
