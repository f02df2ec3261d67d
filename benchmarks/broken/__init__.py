"""What is completed in files that are broken elsewhere."""
