t"a" b"b"
