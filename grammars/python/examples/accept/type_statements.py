# since 3.12
type X = int
type Y[T] = list[T]; type Z[*Ts, **P] = Callable[P, tuple[*Ts]]
type type = type
type match = lambda: (yield)
if a: type _ = b
