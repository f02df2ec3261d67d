try: a
except A as b.c: d
