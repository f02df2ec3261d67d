package p
func f() {}}
