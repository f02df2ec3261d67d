a = -b ** c
