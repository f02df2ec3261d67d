"""Statistics of completions, kept on this machine."""
