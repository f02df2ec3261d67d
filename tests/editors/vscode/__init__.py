"""The extension in a real VS Code, with the real server and the starter model."""
