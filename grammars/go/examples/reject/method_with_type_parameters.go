package p
func (t T) m[P any]() {}
