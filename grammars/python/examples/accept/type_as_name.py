type = type(type)
type: int
type[0] = type.x
type * x
type, x = y
class type: pass
def type(type): return type
type (x).y
