# since 3.13
class A[T = int, *Ts = *tuple[int, ...], **P = [int]]: pass
def f[T: int = bool, *Ts = Ts](): pass
type X[T = Y, *Ts = *Z] = T
