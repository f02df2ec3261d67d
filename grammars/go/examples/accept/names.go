package p

var é, 变量, _x1, x٣, ℵ int
var any, nil, string, iota = 1, 2, 3, 4
