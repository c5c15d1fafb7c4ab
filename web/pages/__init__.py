"""Shared pages and the common frame."""
