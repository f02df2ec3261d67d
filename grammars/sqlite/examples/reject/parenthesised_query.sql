(select 1)
