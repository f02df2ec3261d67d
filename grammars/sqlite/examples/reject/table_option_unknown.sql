create table t (a) without a
