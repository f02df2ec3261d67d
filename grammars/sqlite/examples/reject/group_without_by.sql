select a from t group a
