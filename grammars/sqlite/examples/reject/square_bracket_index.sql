select a[1][2]
