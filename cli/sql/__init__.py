"""``llq sql`` and ``llq export``: queries, the shell, and the schema."""
