insert t values (1)
