"""The solved table: built, opened, looked up, ranked, and read in SQL."""
