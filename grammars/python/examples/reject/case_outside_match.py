case x:
    pass
