# since 3.10
with 1as a: pass
