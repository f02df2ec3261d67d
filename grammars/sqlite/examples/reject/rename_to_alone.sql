alter table t rename column to b
