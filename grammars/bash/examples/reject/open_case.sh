case a in
  b) c
