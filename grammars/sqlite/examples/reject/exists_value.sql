select exists (1)
