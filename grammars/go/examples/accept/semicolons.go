package p; import "a"; func f() { x := 1; y(); ; ; return x, y };
func g() {
	x := a +
		b
	f(x,
		y,
	)
	s := []int{
		1, 2,
	}
	a.
		b()
	return /* c */
	x /* d
	*/ y()
	{}; ;
}
var last = 1