export using
