package p

type T struct {
	a, b int
	c []T `tag`
	d [2]T "tag"
	E
	*p.F
	G[int]
	p.H[K, V]
	i, j struct{}
}
type I interface {
	m()
	n(x int) (y string)
	E
	p.F
	~int | ~string
	G[int] | *T
}
type F func(a, b int, c ...T) (x T, y error)
type C chan<- (<-chan chan int)
type D map[string][...]int
type P = **(T)
type A [n * 2][]T
type B [p.n]T
