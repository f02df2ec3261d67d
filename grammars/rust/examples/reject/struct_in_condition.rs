fn f() { if x == S { a: 1 } {} }
