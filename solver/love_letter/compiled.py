"""The functions of `backup`, compiled."""

from numba.extending import register_jitable

from llq.solver.jit import njit
from llq.solver.love_letter import backup

__all__ = ["best_action", "card_values", "is_forced", "is_kept_known", "play_value"]

register_jitable(backup.continue_value)
register_jitable(backup.play_value)

best_action = njit(backup.best_action)
card_values = njit(backup.card_values)
is_forced = njit(backup.is_forced)
is_kept_known = njit(backup.is_kept_known)
play_value = njit(backup.play_value)
