a = "one (
two"
