create table t (a default - b)
