f"a}"
