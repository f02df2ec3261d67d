create table t (a) engine = x
