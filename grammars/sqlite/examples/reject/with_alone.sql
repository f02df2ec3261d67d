with a as (select 1)
