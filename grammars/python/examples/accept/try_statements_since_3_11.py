# since 3.11
try: a
except* A: b
except *(B, C) as d: e
