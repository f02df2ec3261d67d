package p
var x = a /*
*/ && b
