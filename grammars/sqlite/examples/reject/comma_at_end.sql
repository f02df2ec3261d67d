select a, from t
