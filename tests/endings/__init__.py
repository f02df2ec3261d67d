"""How the language words the endings that it writes by itself."""
