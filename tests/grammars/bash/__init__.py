"""Bash, against `bash -n`."""
