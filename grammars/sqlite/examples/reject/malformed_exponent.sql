select 1e+
