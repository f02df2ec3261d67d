package p
func f() {
