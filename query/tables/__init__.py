"""Table files: the standard set, builds, checks and rebuilds."""
