def f():
    return
    return 1, *a
    return (yield)
    raise
    raise E
    raise E from None
    yield
    yield 1, *a
    yield from x
    await x
