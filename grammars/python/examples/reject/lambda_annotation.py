lambda a: int: 1
lambda (a): 1
