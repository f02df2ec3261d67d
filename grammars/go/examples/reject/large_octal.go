package p
var x = "\400"
