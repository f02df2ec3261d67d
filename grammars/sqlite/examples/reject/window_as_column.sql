create table t (window x as (1))
