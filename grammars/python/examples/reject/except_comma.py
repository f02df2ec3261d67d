# until 3.13
try: a
except A, B: b
