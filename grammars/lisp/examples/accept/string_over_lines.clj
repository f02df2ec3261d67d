(a "one (
two")
