select 1 limit 1 order by 2
