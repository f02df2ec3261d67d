"""The quotient against brute force, on small languages and all their short texts."""
