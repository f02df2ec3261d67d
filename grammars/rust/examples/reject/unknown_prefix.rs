fn f() { a"b" }
