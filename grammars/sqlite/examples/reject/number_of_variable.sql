select ?0
