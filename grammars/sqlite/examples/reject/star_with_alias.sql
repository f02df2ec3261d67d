select * a from t
