select (with) from t
