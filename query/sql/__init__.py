"""The DuckDB database over all tables: views, exports, and queries of strangers."""
