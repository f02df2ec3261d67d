select * from a join b on 1 using (c)
