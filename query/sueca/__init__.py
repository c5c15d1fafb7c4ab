"""Sueca: match table, verification, advice."""
