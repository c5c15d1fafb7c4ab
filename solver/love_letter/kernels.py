"""The functions of `turn`, `leads` and `backup`, compiled."""

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

best_action = njit(_nrt=False)(backup.best_action)
card_values = njit(_nrt=False)(backup.card_values)
is_barred = njit(_nrt=False)(turn.is_barred)
is_forced = njit(_nrt=False)(turn.is_forced)
is_hit = njit(_nrt=False)(turn.is_hit)
is_kept_known = njit(_nrt=False)(turn.is_kept_known)
make_branches = njit(turn.make_branches)
play = njit(_nrt=False)(turn.play)
