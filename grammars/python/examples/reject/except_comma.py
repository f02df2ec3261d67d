try: a
except A, B: b
