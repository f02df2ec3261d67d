enum A { B C }
