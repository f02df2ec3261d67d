try: a
else: b
