# since 3.14
x.Ｎone
