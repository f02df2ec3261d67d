package p
var x = a[1::2]
