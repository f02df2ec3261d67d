; x
