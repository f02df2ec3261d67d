"""What is counted on this machine."""
