package p

type A[T any] []T
type B[K comparable, V int | ~string,] map[K]V
type C[P *T,] P
type D[P *T, Q any] struct{}
type E[P *[]int] int
type F[P interface{ ~int }] = P
type G[P, Q A[int]] func(P) Q
type H[P (T),] P
type J[P []int] int
type N [P * T]int
type O [P(T)]int
func f[T any, U ~[]T](x T, y ...U) A[T] { return g[int, string](x)(y) }
func (a *A[T]) m(b B[K, V]) {}
