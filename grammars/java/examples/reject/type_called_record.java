class record {}
