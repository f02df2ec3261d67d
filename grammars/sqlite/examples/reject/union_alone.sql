select 1 union
