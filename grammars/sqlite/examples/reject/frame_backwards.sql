select sum(a) over (rows between current row and 1 preceding)
