a # (
b
