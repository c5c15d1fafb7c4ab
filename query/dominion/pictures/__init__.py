"""The thesis's figures, redrawn from exact numbers."""
