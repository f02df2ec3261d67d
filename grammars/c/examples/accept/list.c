/* A list of words, with what most files have: directives, types, loops. */
#include <stdio.h>
#include <stdlib.h>
#include "list.h"

#define LIMIT 16
#define SQUARE(x) \
    ((x) * (x))

#ifndef LIST_NAME
#define LIST_NAME "words"
#elif defined(LIST_OTHER)
#undef LIST_OTHER
#else
#error "no name"
#endif

typedef struct node {
    struct node *next;
    const char *word;
    unsigned count : 4;
} node_t;

enum colour {
    RED = 1,
    GREEN,
#ifdef WITH_BLUE
    BLUE,
#endif
};

static node_t *first = NULL;
static const int table[] = {[0] = 1, [2] = 0x10UL, 1.5e3f, 'a', '\n'};

int compare(const void *a, const void *b);

static inline size_t length(const node_t *list) {
    size_t n = 0;
    for (; list != NULL; list = list->next)
        n++;
    return n;
}

int main(int argc, char *argv[]) {
    int i, (*call)(const void *, const void *) = compare;
    for (i = 1; i < argc && i < LIMIT; i++) {
        node_t *new = malloc(sizeof *new);
        if (!new) {
            fprintf(stderr, "%s: no memory for " LIST_NAME "\n", argv[0]);
            goto out;
        }
        *new = (node_t){.next = first, .word = argv[i]};
        first = new;
    }
    switch (argc) {
    case 0:
    case 1:
        return 1;
    default:
        break;
    }
    do {
        i -= table[i & 3] ? SQUARE(i) : -1;
    } while (i > 0);
#if LIMIT > 8
    printf("%zu\n", length(first));
#endif
out:
    return (int)length(first) == 0 || call == 0;
}
