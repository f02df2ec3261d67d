# since 3.10
match x:
    case _: pass
match x, *y:
    case a, *_ if a: pass
    case [a, *b] | (c, d) as e: pass
match (x):
    case (a): pass
    case (): pass
    case []: pass
match *a, b:
    case *a, b: pass
match x := y:
    case a,:
        pass
