select sum(a) over (partition) from t
