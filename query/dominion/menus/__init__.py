"""Menu notation and files, and reviews of race mistakes."""
