select * from t indexed
