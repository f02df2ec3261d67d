class Literals {
    Object a = 0 + 07_7 + 0x1F + 0b1_0 + 2147483647 + -2147483648 + 0xFFFFFFFF + 037777777777 + 1__0;
    Object b = 1L + 0xFFFFFFFFFFFFFFFFL + - 9223372036854775808L + 0b1l;
    Object c = 1. + .5f + 1e5 + 09.5 + 1_0.2_5e-1_0D + 0x1.8p-3 + 0x.8P0f + 1f + 1.7976931348623157e308 + 4.9e-324;
    Object d = '\'' + '\u0041' + '"' + '\\' + '\377' + '\s' + '😀' + '\ud83d\ude00' + '\uu005cn';
    Object e = "" + "\"\u0041\\u00\0" + "\u005c"" + "é" + "\u0022;
    Object f = """
        a "quoted" \"""b\""" \
        c\n""" + """  
        """;
    Object g = 0x1.fffffffffffffP1023 + 0x0.0000000000001P-1022 + 3.4028235e+38f + 1.4e-45f + 0e999;
    Object h = true ^ false != null;
}
