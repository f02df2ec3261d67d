"""Models that can be had: the list, those on this machine, servers, and downloading."""
