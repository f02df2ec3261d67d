1.real
