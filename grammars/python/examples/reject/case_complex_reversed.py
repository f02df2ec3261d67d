match x:
    case 2j + 1: pass
