"""Solved solitaire tables: building, opening and lookup."""
