"""Opening asks: what each kind is worth, as a table."""
