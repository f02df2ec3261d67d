package p
func f() {
	defer func()(x)
}
