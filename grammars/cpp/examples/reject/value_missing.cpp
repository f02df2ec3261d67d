int a = ;
