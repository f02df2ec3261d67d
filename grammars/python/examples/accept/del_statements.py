del x
del x, y.z, w[0],
del (x), (y, z), [w, (v,)]
del ()
del []
del f().x
