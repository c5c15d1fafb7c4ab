"""Love Letter on the web."""
