with 1as a: pass
