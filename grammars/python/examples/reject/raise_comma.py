raise E, x
