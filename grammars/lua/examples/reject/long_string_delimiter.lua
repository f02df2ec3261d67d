x = [=a
