@a

# comment
@b
class C: pass
@a
async def f(): pass
