"""Compiled forms of the plain functions of a turn, its values, exchanges, Spies, leads and blocks.

Only kernels with ``_nrt=False`` may call those that return arrays, as they count no references.
"""

from llq.solver.jit import let_kernels_call, njit
from llq.solver.love_letter import turn
from llq.solver.love_letter.table import backup, block_states, exchange, leads, spies

for module in (turn, backup, block_states, exchange, leads, spies):
    let_kernels_call(module, forceinline=True, _nrt=False)

# Compiled once, and called.
best_action = njit(_nrt=False)(exchange.best_action)
exchange_branches = njit(_nrt=False)(exchange.exchange_branches)
card_values = njit(_nrt=False)(backup.card_values)
is_barred = njit(_nrt=False)(turn.is_barred)
is_forced = njit(_nrt=False)(turn.is_forced)
is_hit = njit(_nrt=False)(turn.is_hit)
is_kept_known = njit(_nrt=False)(turn.is_kept_known)
play_card = njit(_nrt=False)(turn.play_card)

# Compiled into whatever calls them.
block_at, card_at = block_states.block_at, block_states.card_at
place_facts, split_place = block_states.place_facts, block_states.split_place
entry_at, lead_at, lead_range = leads.entry_at, leads.lead_at, leads.lead_range
is_exchange = exchange.is_exchange
choose_option, choose_against = exchange.choose_option, exchange.choose_against
count_left, count_ways = exchange.count_left, exchange.count_ways
fill_worth = exchange.fill_worth
list_options, option_value = exchange.list_options, exchange.option_value
own_spies, spy_token = spies.own_spies, spies.spy_token
is_guess, is_targeted = turn.is_guess, turn.is_targeted
compares, resolve = turn.compares, turn.resolve
make_pool, pool_without, take_card = turn.make_pool, turn.pool_without, turn.take_card
