try: a
except A, B as c: b
