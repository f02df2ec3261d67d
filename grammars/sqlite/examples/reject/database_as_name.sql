attach database as a
