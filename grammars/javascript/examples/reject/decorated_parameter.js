function f(@a b) {}
