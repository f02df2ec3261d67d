#if A
int a;
