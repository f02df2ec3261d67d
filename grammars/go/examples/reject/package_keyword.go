package func
