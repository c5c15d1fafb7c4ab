"""Rounds turn by turn: the engine, the game move by move, and what players remember."""
