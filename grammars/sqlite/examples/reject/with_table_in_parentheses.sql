select * from (with)
