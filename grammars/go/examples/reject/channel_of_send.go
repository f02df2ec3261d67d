package p
var x = <-chan<- int
