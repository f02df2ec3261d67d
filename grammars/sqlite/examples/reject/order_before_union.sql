select a from t order by a union select b from u
