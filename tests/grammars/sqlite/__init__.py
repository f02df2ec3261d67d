"""SQL, against SQLite's own parser."""
