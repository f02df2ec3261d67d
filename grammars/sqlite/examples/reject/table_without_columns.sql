create table t ()
