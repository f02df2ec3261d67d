package p
func f[P]() {}
