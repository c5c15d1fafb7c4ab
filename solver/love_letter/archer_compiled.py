"""The functions of `archer_turn`, compiled."""

from numba.extending import register_jitable

from llq.solver.jit import njit
from llq.solver.love_letter import archer_turn, compiled

__all__ = [
    "best_action",
    "is_barred",
    "is_forced",
    "is_kept_known",
    "make_branches",
    "next_group",
    "play_aside",
    "row_values",
    "touches_aside",
]

for function in (
    archer_turn.touches_aside,
    archer_turn.next_group,
    archer_turn.play_aside,
    archer_turn._ended,
    archer_turn._untracked_value,
    archer_turn._tracked_value,
):
    register_jitable(function)

best_action = compiled.best_action
is_barred = compiled.is_barred
is_forced = compiled.is_forced
is_kept_known = compiled.is_kept_known
make_branches = compiled.make_branches
next_group = njit(archer_turn.next_group)
play_aside = njit(archer_turn.play_aside)
row_values = njit(archer_turn.row_values)
touches_aside = njit(archer_turn.touches_aside)
