select * from a on b
