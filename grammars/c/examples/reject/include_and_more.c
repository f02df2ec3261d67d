#include <a> b
