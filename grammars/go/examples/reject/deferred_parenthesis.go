package p
func f() {
	defer (f())
}
