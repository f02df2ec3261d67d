drop table if
