values (1) order by 1
