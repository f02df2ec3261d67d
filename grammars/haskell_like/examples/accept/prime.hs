foldl' (f') x'
