"""What knows nothing of quoin: caches on disk, locks, lines, common ends."""
