"""What is known of names that stand after others, such as attributes."""
