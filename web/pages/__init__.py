"""Pages that no one game has, and what every page has around it."""
