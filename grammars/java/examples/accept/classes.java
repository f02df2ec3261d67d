package p;
import static a.B.*;
;
import c.D;

public abstract class Whole<A, B extends C & D<E<F>>> extends G<A>.H implements I, J<? super K> {
    private static final int ONE = 1, TWO[] = {1, 2,}, THREE;
    { ONE(); }
    static { TWO(); }
    Whole() { this(1); }
    protected <T> Whole(int x) throws E { super(x); }
    int[] old()[] { return null; }
    abstract <T extends U> void run(int x, T... rest);
    native void call();
    ;
    class Inner { Inner() {} interface Deep { int X = 1; default void y() {} private static void z() {} } }
    enum Kind implements K { A, @B C(1) { int z; }, D,; Kind(int... x) {} int y; }
    record Point<T>(int x, T... y) implements L { Point { } Point(int z) { this(z, null); } static int W; }
}

sealed interface Shape permits Circle, a.Square {}
non-sealed class Circle implements Shape {}
strictfp final class Square implements Shape {}
enum Empty {}
enum Late { ; int x; }
