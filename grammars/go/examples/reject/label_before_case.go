package p
func f() {
	switch {
	case x:
	L:
	case y:
	}
}
