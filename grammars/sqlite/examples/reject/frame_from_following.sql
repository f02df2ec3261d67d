select sum(a) over (rows 1 following)
