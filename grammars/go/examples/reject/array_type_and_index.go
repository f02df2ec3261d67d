package p
var x = []int[0]
