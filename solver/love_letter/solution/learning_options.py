"""Options for learning a solution, for help texts that load no solver."""

MEMORIES = ("none", "last-action", "last-two-actions", "last-three-actions")
"""Memories of `llq.solver.love_letter.solution.automata`, by number of actions."""

ITERATIONS = 100
"""Default number of learning iterations."""

LEAST_REACH = 3e-6
"""Default threshold of reach, by the player's own plays and chance, for keeping rows."""
