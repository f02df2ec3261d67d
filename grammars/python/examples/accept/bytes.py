b"" B'a' rb"\xzz" Rb'' br"\\" bR"" BR''
b"\x41 \u \N \d"
b"""a
"b\"""" b"c"
