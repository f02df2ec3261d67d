update t a = 1
