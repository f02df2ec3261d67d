if a; then
fi
