create table t (a, b,)
