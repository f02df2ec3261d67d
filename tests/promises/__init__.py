"""What quoin promises about itself under attack, each promise with a figure."""
