match a:
    case C(b, _=c): d
