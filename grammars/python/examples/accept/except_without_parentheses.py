# since 3.14
try: a
except A, B: b
except C, D,: c
except E as e: d
except: f
try: a
except* A, B: b
