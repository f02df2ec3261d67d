"" '' "a" 'b' "'" '"' "\"" '\\'
"""a"b""c
d""" ''''a''b'''
"a\
b"
r"\\" R'\x' u"a" U"b" f"{a}" F'{b}' fr"\d{a}" rF"" Rf''
"\x41 \u0041 \U0010FFFF \N{EM DASH} \d \777"
"café" "😀"
