class A { Object a = (List<B> x[]) -> x; }
