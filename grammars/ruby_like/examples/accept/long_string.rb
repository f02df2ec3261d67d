a = """
says "so" (
"""
