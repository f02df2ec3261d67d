a = 'b
c'
