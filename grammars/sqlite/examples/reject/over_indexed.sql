select sum(a) over indexed
