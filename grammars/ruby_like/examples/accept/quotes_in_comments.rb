# don't
a
