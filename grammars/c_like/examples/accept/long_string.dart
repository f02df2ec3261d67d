a = """
says "so" (
""";
