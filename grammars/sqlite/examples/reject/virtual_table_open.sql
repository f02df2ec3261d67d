create virtual table t using m(a
