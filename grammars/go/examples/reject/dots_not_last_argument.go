package p
var x = f(a..., b)
