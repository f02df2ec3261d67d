fn f() { 0b12 }
