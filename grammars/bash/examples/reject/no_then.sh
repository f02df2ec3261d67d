if a
  b
fi
