"""What the editor is told without asking."""
