select [a
