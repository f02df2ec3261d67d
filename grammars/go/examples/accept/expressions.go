package p

var _ = -x + +y*z<<1 == a&^b || !c && <-d != ^e
var _ = x.y.z[0][1:2][:3][4:][:][a:b:c](d, e...).(T).(*p.T).f
var _ = T{1, 2}.x + p.T{a: 1, b: {2, {3}}}.y + [...]string{0: "a"}[0]
var _ = []byte("a")
var _ = (func())(nil)
var _ = (<-chan int)(c)
var _ = <-chan int(c)
var _ = func(a int) (b int) { return a }(1)
var _ = map[string]func(){"a": func() {}}
var _ = interface{ f() }(x).f()
var _ = *p.q + &T{}.x
var _ = f[int, string](x, g[T]{y}...,)
