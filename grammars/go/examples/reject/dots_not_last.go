package p
func f(a ...int, b int) {}
