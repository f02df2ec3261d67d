int a
