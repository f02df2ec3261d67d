type A = B | () => C
