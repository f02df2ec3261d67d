with recursive as (select 1) select 1
