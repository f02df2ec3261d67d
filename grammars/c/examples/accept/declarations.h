#pragma once
extern int shared;
typedef unsigned long long wide;
typedef int (*handler)(int, void *);
union both {
    int whole;
    unsigned char parts[4];
};
void use(char *name, ...) __attribute__((format(printf, 1, 2)));
struct node;
static const double ratio = .5, more[2] = {1., 0x1p-3};
