package p
type T[P *C] = int
