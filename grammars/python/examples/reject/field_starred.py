# from 3.9 to 3.11
f"{*a}"
