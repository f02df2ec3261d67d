[[ -f a
