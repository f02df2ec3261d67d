# since 3.10
match x:
    case 1 | -1 | 1.5 | -2j | 1 + 2j | -1 - 2j: pass
    case "a" "b" | b"c" | None | True | False: pass
    case a.b | a.b.c: pass
    case {}: pass
    case {"k": v, 1: w, None: _, a.b: c, **rest,}: pass
    case {**rest}: pass
    case A(): pass
    case a.B(c, D(e), f=g, h=1,): pass
    case A(match=case): pass
    case ((a, b) as c, d): pass
