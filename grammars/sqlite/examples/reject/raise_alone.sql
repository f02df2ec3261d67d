select raise from t
