package p
var x = func() * 5
