match x:
    case _.a: pass
