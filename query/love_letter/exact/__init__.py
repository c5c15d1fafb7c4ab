"""Exact matches and variant studies."""
