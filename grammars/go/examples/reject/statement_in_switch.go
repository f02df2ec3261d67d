package p
func f() {
	switch {
		x
	}
}
