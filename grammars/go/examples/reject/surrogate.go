package p
var x = "\ud800"
