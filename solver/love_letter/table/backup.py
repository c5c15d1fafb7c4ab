"""Backward induction: action values from the next turn's state values.

Plain functions of arrays, in the part of Python that numba compiles: the solver compiles them, a
lookup runs them as they are. Symbols are those of Huibers (2016), section 3.2.3. Values are payoffs
to the mover, which are chances of winning wherever the rules give no tokens for guesses.
"""

import numpy as np

from llq.solver.array_types import Floats, Ints
from llq.solver.love_letter import turn as effects
from llq.solver.love_letter.table.book import Book
from llq.solver.love_letter.table.exchange import TIE as TIE
from llq.solver.love_letter.table.exchange import Exchange, exchange_values, is_exchange
from llq.solver.love_letter.table.leads import LeadRange, entry_at, lead_at, lead_range
from llq.solver.love_letter.table.spies import NO_SPIES, show_spies, spy_token, turn_round
from llq.solver.love_letter.turn import Branches, HandPlay, PlayOutcome, TurnFacts

ILLEGAL = -np.inf
"""Marker in place of an illegal action's value."""


def card_values(
    book: Book,
    unseen: Ints,
    played: int,
    kept: int,
    turn: TurnFacts,
    leads: LeadRange,
    branches: Branches,
    out: Floats,
) -> None:
    """Fill in the mover's value for each action of one card against each opposing card.

    ``unseen`` (cards,) are the unseen counts A, changed and restored. ``out`` (actions, cards,
    leads) is modified in place: the rows of ``played`` are set to r, or to ``ILLEGAL``, but for
    columns of cards not among the unseen.
    """
    game, layout = book.game, book.layout
    all_cards = effects.make_pool(layout, unseen)
    if is_exchange(game, played, all_cards.size):
        row = out[game.first_action[played]]
        exchange = Exchange(unseen, kept, turn.known)
        exchange_values(book, exchange, leads, branches.exchange, row)
        return
    rule = game.spy_rule[0]
    for opponent in range(len(unseen)):
        if unseen[opponent] == 0:
            continue
        pool = effects.take_card(layout, all_cards, opponent)
        missed = -1
        for action in range(game.first_action[played], game.first_action[played + 1]):
            argument = game.action_argument[action]
            is_illegal = effects.is_barred(game, played, argument, turn.maid)
            if is_illegal or effects.is_hit(game, played, argument, opponent, turn.maid):
                value = ILLEGAL if is_illegal else game.payoff_hit[opponent]
                shown = show_spies(game, played, kept, opponent, effects.WINS)
                for k in range(out.shape[2]):
                    spies = lead_at(leads, k) | shown if rule != NO_SPIES else 0
                    out[action, opponent, k] = value + spy_token(rule, 1, True, spies)
            elif missed >= 0:
                for k in range(out.shape[2]):
                    out[action, opponent, k] = out[missed, opponent, k]
            else:
                if effects.is_guess(game, played):
                    missed = action
                    argument = effects.MISS
                play = HandPlay(played, argument, kept)
                outcome = effects.play_card(game, layout, pool, play, opponent, turn, branches)
                if rule == NO_SPIES:
                    add_values(book, outcome, branches, leads, out[action, opponent])
                else:
                    consequences = effects.resolve(
                        game.cards, played, argument, kept, opponent, turn.maid
                    )
                    shown = show_spies(game, played, kept, opponent, consequences)
                    is_out = consequences & effects.ENDS != 0
                    row = out[action, opponent]
                    add_spied_values(book, outcome, branches, leads, shown, is_out, row)
        unseen[opponent] += 1


def add_values(
    book: Book, outcome: PlayOutcome, branches: Branches, leads: LeadRange, out: Floats
) -> None:
    """Set ``out`` to a play's value at each of the mover's leads, modified in place."""
    count, win, loss, tie, ways, gain = outcome
    # Taken out of their tuples once: numba may count references whenever that is done.
    cells, places, times = branches.cell, branches.place, branches.ways
    starts, values = book.leads.start, book.values
    total = book.game.payoff_sum[0]
    if not book.by_discards:  # one entry a state
        value = win + loss * (total - 1.0) + tie * (0.5 * total)
        for branch in range(count):
            value += times[branch] * (total - values[starts[cells[branch]] + places[branch]])
        out[0] = value / ways
        return
    for k in range(len(out)):
        share = 0.5 * total
        lead = lead_at(leads, k) + gain
        if lead != 0:
            share = 1.0 if lead > 0 else total - 1.0
        out[k] = win + loss * (total - 1.0) + tie * share
    for branch in range(count):
        entries = lead_range(book.leads, cells[branch], places[branch])
        if entries.width == 1:
            value = times[branch] * (total - values[entries.start])
            for k in range(len(out)):
                out[k] += value
        else:
            for k in range(len(out)):
                entry = entry_at(entries, -(lead_at(leads, k) + gain))
                out[k] += times[branch] * (total - values[entry])
    for k in range(len(out)):
        out[k] /= ways


def add_spied_values(
    book: Book,
    outcome: PlayOutcome,
    branches: Branches,
    leads: LeadRange,
    shown: int,
    is_out: bool,
    out: Floats,
) -> None:
    """Set ``out`` to a play's value for each Spy set, modified in place.

    ``shown`` is the Spy set of its discards, ``is_out`` whether it puts a player out of the round.
    """
    count, win, loss, tie, ways, _ = outcome
    cells, places, times = branches.cell, branches.place, branches.ways
    rule = book.game.spy_rule[0]
    for k in range(len(out)):
        spies = lead_at(leads, k) | shown
        value = win * (1.0 + spy_token(rule, 1, is_out, spies))
        value += loss * (-1.0 + spy_token(rule, -1, is_out, spies))
        value += tie * (0.0 + spy_token(rule, 0, is_out, spies))
        for branch in range(count):
            entries = lead_range(book.leads, cells[branch], places[branch])
            value -= times[branch] * book.values[entry_at(entries, turn_round(spies))]
        out[k] = value / ways
