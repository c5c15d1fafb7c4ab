"""What one may choose of how a solution is learnt: help texts load it, and no solver."""

MEMORIES = ("none", "last-action", "last-two-actions", "last-three-actions")
"""The memories of `llq.solver.love_letter.solution.automata`, by how many actions they keep."""

ITERATIONS = 100
"""Of learning, by default."""

LEAST_REACH = 3e-6
"""Rows that the player's own plays and chance reach less often are left out by default."""
