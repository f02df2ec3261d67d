int a = 1 +;
