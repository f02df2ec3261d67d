function f(@a this: b) {}
