create table t (a default 1 as (2))
