f"{a!x}"
