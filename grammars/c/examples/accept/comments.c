// A line \
   that goes on
int a; /* in between */ int b; // the last
#define NAME /* a comment that
goes on */ 1
int c;
const char *ends = "a\\", *quote = "\\\"", tab = '\\';
