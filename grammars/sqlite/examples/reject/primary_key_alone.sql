create table t (primary key (a))
