class Statements {
    void run() throws E {
        int a, b[] = {1}; final var c = 1; @A final int d; List<Map<K, V[]>> e; a.b.C f; var g = new int[]{};
        class Local {} enum Kind { A } record Pair(int x) {} interface I {} abstract class Q {}
        a = b = 1; a++; --a; f(); new T(); a.b[0] = 1; x += y;
        if (a) b(); else if (c) ; else { }
        label: for (int i = 0, j = 1; i < j; i++, j--) { continue label; }
        for (a = 1, b(); ; ) break; for (final var x : xs) for (;;) ;
        while (a) do ; while (b);
        try (var r = s; final T t = u; v; w.x) { } try { } catch (final A | B e) { } finally { }
        synchronized (this) { } assert a : b; throw a; return;
        switch (a) { case 1, 2: b(); default: case A.B: int x; case (a): }
        switch (a) { case 1 -> b(); case 2 -> { } default -> throw e; }
    }
    int value() {
        return switch (a) { case 1 -> 2; case 2 -> { yield 3; } default -> throw e; }
            + switch (b) { case a ? b : c: yield (1); default: yield -x; };
    }
}
