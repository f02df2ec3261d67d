int a;
