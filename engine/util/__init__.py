"""These helpers do not depend on quoin: caches on disk, locks, lines, common affixes."""
