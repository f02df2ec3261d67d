$a
