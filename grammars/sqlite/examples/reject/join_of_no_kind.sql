select * from a outer join b
