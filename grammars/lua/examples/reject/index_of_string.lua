x = "a".b
