fn f() { {a} + b; }
