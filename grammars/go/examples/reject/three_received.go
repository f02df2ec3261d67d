package p
func f() {
	select {
	case a, b, c := <-d:
	}
}
