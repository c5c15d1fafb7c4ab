"""Duplicate matches of Literature."""
