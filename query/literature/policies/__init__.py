"""Learnt policies: their training and their table."""
