function f(this = 1) {}
