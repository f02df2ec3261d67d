select 1a
