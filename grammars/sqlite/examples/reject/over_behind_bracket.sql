select * from (select 1) over left join t
