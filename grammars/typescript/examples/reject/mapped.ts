type A = { [K in T] U }
