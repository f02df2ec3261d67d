<a>b ** c
