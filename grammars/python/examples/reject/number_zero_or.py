0or 1
