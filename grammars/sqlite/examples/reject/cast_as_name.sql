select cast from t
