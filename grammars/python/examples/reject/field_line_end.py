# until 3.11
f"{a
}"
