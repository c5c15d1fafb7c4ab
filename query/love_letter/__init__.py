"""Two-player Love Letter: solved by dynamic programming, variant by variant."""
