interface A { = }
