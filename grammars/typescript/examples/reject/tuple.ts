type A = [a: string,, b]
