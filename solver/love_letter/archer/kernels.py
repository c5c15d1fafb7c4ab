"""The functions of `archer_turn`, compiled."""

from numba.extending import register_jitable

from llq.solver.jit import njit
from llq.solver.love_letter import kernels
from llq.solver.love_letter.archer import turn

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
    turn.touches_aside,
    turn.next_group,
    turn.play_aside,
    turn._ended,
    turn._untracked_value,
    turn._tracked_value,
):
    register_jitable(function)

best_action = kernels.best_action
is_barred = kernels.is_barred
is_forced = kernels.is_forced
is_kept_known = kernels.is_kept_known
make_branches = kernels.make_branches
next_group = njit(turn.next_group)
play_aside = njit(turn.play_aside)
row_values = njit(turn.row_values)
touches_aside = njit(turn.touches_aside)
