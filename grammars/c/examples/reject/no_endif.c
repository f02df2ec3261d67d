#ifdef A
int a;
