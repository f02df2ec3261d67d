select * from
