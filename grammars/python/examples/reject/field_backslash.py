# until 3.11
f"{'\n'}"
