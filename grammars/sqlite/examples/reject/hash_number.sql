select #1
