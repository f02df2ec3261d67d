class Tests {
    boolean a = x instanceof A b && b.c(), d = x instanceof final A e, f = x instanceof A<?> < y, g = x instanceof int[] == z;
}
