#ifdef A
#define B
#else
#undef C
#endif
int a; // b
