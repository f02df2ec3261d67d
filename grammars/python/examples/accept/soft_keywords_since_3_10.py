# since 3.10
match match:
    case case: pass
