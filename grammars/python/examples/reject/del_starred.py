del *x
