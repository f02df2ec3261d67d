x; if a: b
