"""Rules about conditions: of what a header says, what contradicts itself, the file, or the lines below."""
