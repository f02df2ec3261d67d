a = `b
