"""Literature on the web."""
