select * from a left inner join b
