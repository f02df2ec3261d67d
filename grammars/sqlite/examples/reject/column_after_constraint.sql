create table t (a, primary key (a), b)
