"""Duplicate matches and their result table."""
