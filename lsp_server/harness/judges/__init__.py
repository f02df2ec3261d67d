"""What decides about texts of a language, and what knows their symbols: programs that its folder names."""
