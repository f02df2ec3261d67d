@a export @b class A {}
