!a
