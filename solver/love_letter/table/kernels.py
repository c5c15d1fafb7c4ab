"""Compiled forms of the plain functions of a turn, its values, exchanges, Spies, leads and blocks.

Only kernels with ``_nrt=False`` may call those that return arrays, as they count no references.
"""

from llq.solver.jit import jitable, njit
from llq.solver.love_letter import turn
from llq.solver.love_letter.table import backup, block_states, exchange, leads, spies

for function in (
    backup.add_values,
    leads.entry_at,
    leads.lead_at,
    leads.lead_range,
    block_states.card_at,
    block_states.block_at,
    block_states.place_facts,
    spies.turn_round,
    spies.show_spies,
    spies.spy_token,
    spies.add_spied_values,
    exchange.is_exchange,
    exchange.fill_worth,
    exchange.list_options,
    exchange.option_value,
    exchange.choose_option,
    exchange.choose_against,
    exchange.first_best,
    exchange.count_left,
    exchange.count_ways,
    exchange._add_choice,
    exchange.exchange_values,
    turn.continue_game,
    turn._redraw,
    turn.is_barred,
    turn.is_guess,
    turn.is_hit,
    turn.is_targeted,
    turn.make_pool,
    turn.play_card,
    turn.resolve,
    turn.take_card,
):
    jitable(function, forceinline=True, _nrt=False)

# Compiled once, and called.
best_action = njit(_nrt=False)(backup.best_action)
exchange_branches = njit(_nrt=False)(exchange.exchange_branches)
card_values = njit(_nrt=False)(backup.card_values)
is_barred = njit(_nrt=False)(turn.is_barred)
is_forced = njit(_nrt=False)(turn.is_forced)
is_hit = njit(_nrt=False)(turn.is_hit)
is_kept_known = njit(_nrt=False)(turn.is_kept_known)
play_card = njit(_nrt=False)(turn.play_card)

# Compiled into whatever calls them.
block_at, card_at, place_facts = (
    block_states.block_at,
    block_states.card_at,
    block_states.place_facts,
)
entry_at, lead_at, lead_range = leads.entry_at, leads.lead_at, leads.lead_range
is_exchange = exchange.is_exchange
choose_option, choose_against = exchange.choose_option, exchange.choose_against
count_left, count_ways = exchange.count_left, exchange.count_ways
fill_worth = exchange.fill_worth
list_options, option_value = exchange.list_options, exchange.option_value
spy_token = spies.spy_token
is_guess, is_targeted = turn.is_guess, turn.is_targeted
make_pool, resolve, take_card = turn.make_pool, turn.resolve, turn.take_card
