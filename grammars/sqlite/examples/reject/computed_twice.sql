create table t (a as (1) as (2))
