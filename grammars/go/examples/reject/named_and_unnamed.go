package p
func f(a int, string) {}
