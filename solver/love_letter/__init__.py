"""Two-player Love Letter."""
