type A = (a: b) -> c
