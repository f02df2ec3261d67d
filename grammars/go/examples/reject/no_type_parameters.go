package p
func f[]() {}
