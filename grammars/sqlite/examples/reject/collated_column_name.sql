create view v (a collate nocase) as select 1
