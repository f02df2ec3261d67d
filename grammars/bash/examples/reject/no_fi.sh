if a; then
  b
