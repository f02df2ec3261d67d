# since 3.12
class A[T]: pass
class B[T: int, *Ts, **P](A[T], metaclass=M): pass
def f[T, U: (int, str),](a: T, *b: *Ts) -> U: pass
async def g[*Ts](): yield
@d
class C[T]: x: T
