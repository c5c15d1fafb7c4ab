"""Pages of no single game, and the frame of every page."""
