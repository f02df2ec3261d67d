package p
type T struct {
	(E)
}
