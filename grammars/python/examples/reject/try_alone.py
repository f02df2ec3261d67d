try: a
