match x:
    case A(b=c, d): pass
