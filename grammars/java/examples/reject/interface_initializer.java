interface A { { } }
