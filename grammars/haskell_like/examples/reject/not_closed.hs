a (
