else:
    a
