let {a}!: b = c
