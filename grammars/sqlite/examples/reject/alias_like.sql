select 1 like
