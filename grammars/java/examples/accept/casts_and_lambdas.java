class Casts {
    Object a = (int) -1, b = (x) - 1, c = (Integer) 1, d = (List<String>) -x, e = (A & B<C>) + y;
    Object f = x -> y, g = (x, y) -> { }, h = (final int x, List<String>[] y) -> x + y, i = () -> () -> 1;
    Object j = (Runnable & Serializable) () -> { }, k = (var x, final var y) -> x, l = (a < b), m = (a < b > c);
    Object n = (int[]) x, o = (A.B<C>[]) x, p = (A) (B) x, q = (A) !x, r = (A) y -> z, s = () -> {}.run();
    Object t = List<String>::size, u = int[]::new, v = A.B<C>.D[]::new, w = super::toString, x = A::<B>new;
}
