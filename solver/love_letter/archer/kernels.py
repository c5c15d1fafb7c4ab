"""Compiled forms of the plain functions in `archer.turn`.

Only kernels with ``_nrt=False`` may call those that return arrays, as they count no references.
"""

from llq.solver.jit import jitable, njit
from llq.solver.love_letter.archer import turn
from llq.solver.love_letter.table import kernels

for function in (
    turn.aside_entry,
    turn.next_group,
    turn.play_aside,
    turn.aside_part,
    turn._ended,
    turn._fill_row,
    turn._redeal,
    turn._tracked_value,
    turn._untracked_value,
):
    jitable(function, _nrt=False)

aside_entry = turn.aside_entry
best_action = kernels.best_action
block_at = kernels.block_at
is_barred = kernels.is_barred
is_forced = kernels.is_forced
is_guess = kernels.is_guess
is_kept_known = kernels.is_kept_known
make_pool = kernels.make_pool
next_group = njit(_nrt=False)(turn.next_group)
place_facts = kernels.place_facts
play_aside = njit(_nrt=False)(turn.play_aside)
row_values = njit(_nrt=False)(turn.row_values)
take_card = kernels.take_card
aside_part = njit(_nrt=False)(turn.aside_part)
