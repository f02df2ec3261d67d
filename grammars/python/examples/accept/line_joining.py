x = 1 + \
  2
y = (1,
# comment
     2

  , 3)
if a and \
        b:
    c
z = {
  1: [
 2], }
