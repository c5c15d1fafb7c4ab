"""The functions of `turn`, `ahead` and `backup`, compiled."""

from numba.extending import register_jitable

from llq.solver.jit import njit
from llq.solver.love_letter import backup, turn

__all__ = [
    "best_action",
    "card_values",
    "is_barred",
    "is_forced",
    "is_hit",
    "is_kept_known",
    "make_branches",
    "play",
]

for function in (
    turn.continue_game,
    turn.play,
    turn.is_hit,
    turn.is_barred,
    turn.make_branches,
    backup.add_values,
):
    register_jitable(forceinline=True)(function)

best_action = njit(backup.best_action)
card_values = njit(backup.card_values)
is_barred = njit(turn.is_barred)
is_forced = njit(turn.is_forced)
is_hit = njit(turn.is_hit)
is_kept_known = njit(turn.is_kept_known)
make_branches = njit(turn.make_branches)
play = njit(turn.play)
