"""What one may choose of how a solution is learnt: help texts load it, and no solver."""

MEMORIES = (
    "none",
    "last-guess",
    "last-action",
    "last-two-guesses",
    "last-two-actions",
    "last-three-actions",
    "missed-guesses",
    "exclusions",
    "missed-guesses-and-last-action",
    "exclusions-and-last-action",
    "weights",
)
"""The memories of `llq.solver.love_letter.solution.automata`, the smallest first."""

ITERATIONS = 100
"""Of learning, by default."""

LEAST_REACH = 3e-6
"""Rows that the player's own plays and chance reach less often are left out by default."""
