a = b +
