package p
func f() {
	for a, b, c := range x {
	}
}
