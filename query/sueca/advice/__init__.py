"""Advice: card values, deal values, and reviews of games."""
