select x'0'
