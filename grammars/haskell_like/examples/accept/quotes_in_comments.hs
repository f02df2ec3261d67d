-- don't "
a
