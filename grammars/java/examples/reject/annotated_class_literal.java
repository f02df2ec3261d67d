class A { Object a = (@B A.class); }
