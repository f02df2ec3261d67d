x = "a'
