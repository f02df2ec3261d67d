package p
x := 1
