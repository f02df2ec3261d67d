select 1 select
