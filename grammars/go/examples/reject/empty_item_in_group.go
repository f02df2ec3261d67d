package p
var (;)
