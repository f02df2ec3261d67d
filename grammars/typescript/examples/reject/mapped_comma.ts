type A = { [B in C]?: D, }
