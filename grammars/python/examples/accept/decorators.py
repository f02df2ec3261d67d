@a
@b.c(1)
@(yield)
@x if y else z
@w := v
def f(): pass
@a

# comment
@b
class C: pass
@a
async def f(): pass
