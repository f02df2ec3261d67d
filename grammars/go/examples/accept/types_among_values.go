package p

var _ = []int
var _ = f([]int, map[K]V, func(), chan<- T, struct{}, ~x)
var _ = func() T(x)
var _ = []p.T.x
var _ = x.(type)
