# since 3.14
t"", T'{a}', tr"\{a}", Rt'''{a!r:{b}}''' t"c"
t"{t"{a}"}{f"{b}"}", f"{t'{a=}'}"
match a:
    case t"{b}": c
