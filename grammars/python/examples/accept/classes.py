class A: pass
class A(): pass
class A(B, *c, metaclass=d, **e): x: int
class A(
    B,
):
    """Text."""
    def f(self): ...
