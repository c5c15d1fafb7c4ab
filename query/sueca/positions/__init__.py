"""Positions as people write them: cards, seats, tricks and notation."""
