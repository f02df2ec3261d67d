a=$(b
