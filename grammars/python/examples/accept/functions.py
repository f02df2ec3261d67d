def f(): pass
def f(a, b: int = 1, *c: d, e, g=2, **h: i) -> j: pass
def f(a, /): pass
def f(a, /, b=1): pass
def f(a, b=1, /, c=2, *, d, e=3): pass
def f(a=1, /): pass
def f(*, a): pass
def f(*a, b,): pass
def f(**a,): pass
async def f():
    async with a as b: pass
    async for x in y: pass
    else: pass
    return [x async for x in await y]
