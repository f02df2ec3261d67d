select 1 where 1 where 2
