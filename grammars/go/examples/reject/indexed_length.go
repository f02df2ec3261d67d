package p
type T [P[0]]int
