select sum(a) over filter
