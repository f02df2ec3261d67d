class A { a: string b: number }
