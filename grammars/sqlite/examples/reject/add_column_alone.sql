alter table t add column
