create table t (a (10))
