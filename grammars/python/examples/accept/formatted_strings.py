f"", f'{a}', F"{a!r}", fr"\{a}", Rf'''{a:{b}}''', f"{{{a}}}"
f"{a=}", f"{a = !s:>10}", f"{a:{b}.{c!r}}", f"{a:%H:%M}", f"{a!r:^{b}}"
f"{a, *b}", f"{yield a}", f"{[x for x in y]}", f"{ {1: 2}[1] }", f"{(lambda x: x)(1)}"
f"{a!=b}", f"{a:=5}", f"{(a:=5)}", f"{a[b:c]:d}", f"{'a'}", f'''{"""a"""}'''
f"\N{DIGIT ONE}\x41\{a}", f"{a:\N{DIGIT ONE}\
}", "a" f'{b}' r"c"
f'''a {
    b
} c {d:
}'''
