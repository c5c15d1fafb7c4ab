"""Verified, immutable table files, and the DuckDB database over them."""
