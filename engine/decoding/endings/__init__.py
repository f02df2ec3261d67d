"""These modules decide where and how a completion ends, and whether it is worth showing."""
