# since 3.10
a[b := 1]
