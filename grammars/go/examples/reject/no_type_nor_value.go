package p
var x
