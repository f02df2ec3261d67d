package p
func f() {
	for i := 0; i < 1 {
	}
}
