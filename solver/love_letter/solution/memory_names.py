"""The names of the public memories, apart from what they do: help texts load no solver."""

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
