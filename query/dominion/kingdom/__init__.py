"""A kingdom card beside money: turns saved, and best purchases."""
