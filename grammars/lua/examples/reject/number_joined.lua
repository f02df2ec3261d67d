x = 5and 6
