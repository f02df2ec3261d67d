interface A { [b, `c`]: D }
