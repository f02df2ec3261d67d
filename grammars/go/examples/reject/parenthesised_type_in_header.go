package p
func f() {
	for range ([]int) {
	}
}
