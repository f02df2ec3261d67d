only text, it's
