package p
var x = 0b1.x
