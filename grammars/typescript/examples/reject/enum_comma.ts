enum A { a b }
