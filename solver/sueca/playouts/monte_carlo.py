"""The Monte Carlo players: the card that does best in random games, or with all hands open.

Each legal card is tried in the same number of random games, the other hands being redrawn for
every ``playouts`` of them. Normal maximizes the best single game, Average and Extra the mean [1]_,
section 6.1. By default hands are drawn from all that agree with what the player has seen, and each
legal card is tried on the same hands.

PIMC, perfect-information Monte Carlo [2]_, solves each drawn deal with all hands open, and plays
the card with the best mean. Before a hand is as small as the solver is quick with, random games
stand in for the solver. It plays well against what it knows, but never plays to find out or to
hide, as it takes every drawn deal for open [3]_.

References
----------
.. [1] V. Lopes Carreiro, Examining different strategies for the card game Sueca, Leiden, 2016.
.. [2] M. Ginsberg, GIB: Imperfect information in a computationally challenging game, JAIR 14, 2001.
.. [3] I. Frank, D. Basin, Search in games with incomplete information: a case study using Bridge
   card play, Artificial Intelligence 100, 1998 (strategy fusion, non-locality).
"""

import numpy as np

from llq.solver import card_sets
from llq.solver.array_types import Ints, Uints
from llq.solver.jit import njit
from llq.solver.sueca import engine
from llq.solver.sueca import settings as column
from llq.solver.sueca.double_dummy import search
from llq.solver.sueca.engine import HANDS, PLAYED, TRICK, TRICK_SIZE, TRUMP
from llq.solver.sueca.playouts import lane_hands, random_games, strong
from llq.solver.sueca.playouts.random_games import LANES
from llq.solver.sueca.playouts.scratch import Scratch
from llq.solver.sueca.positions import sampling
from llq.solver.sueca.settings import Choice, Source

_BEST_GAME, _WHOLE_MEAN = int(Choice.BEST_GAME), int(Choice.WHOLE_MEAN)
_DRAWN, _TRUE = int(Source.DRAWN), int(Source.TRUE)
_SHUFFLED_ASIDE = int(Source.SHUFFLED_ASIDE)


@njit(_nrt=False)
def choose(row: Ints, settings: Ints, stream: Uints, scratch: Scratch) -> int:
    """Return the card that the mover plays, of several; among equals one at random."""
    legal = engine.legal_cards(row)
    try_cards(row, legal, settings, stream, scratch)
    games = settings[column.SHUFFLES] * settings[column.PLAYOUTS]
    unit = games if settings[column.CHOICE] == _WHOLE_MEAN else 1
    return pick(legal, scratch.totals, unit, stream)


@njit(_nrt=False)
def pick(legal: int, totals: Ints, unit: int, stream: Uints) -> int:
    """Return the legal card with most whole units of points; among equals one at random."""
    best, most = 0, np.int64(-1)
    cards = legal
    while cards:
        bit = cards & -cards
        cards ^= bit
        value = totals[card_sets.lowest(bit)] // unit
        if value > most:
            best, most = bit, value
        elif value == most:
            best |= bit
    return card_sets.random_card(best, stream)


@njit(_nrt=False)
def choose_open(row: Ints, settings: Ints, stream: Uints, scratch: Scratch) -> int:
    """Return the mover's best card, of several, by drawn deals, or the true one, all hands open.

    ``scratch.totals`` gets each card's sum of the points that the mover's team takes from here on;
    among equals the card is one at random.
    """
    seat, legal, to_come = engine.mover(row), engine.legal_cards(row), engine.points_to_come(row)
    scratch.totals[:] = 0
    sampling.prepare(row, seat, scratch.known)
    guess = -1
    for _ in range(settings[column.DEALS]):
        sampling.sample(scratch.known, scratch.hands, stream)
        if settings[column.SOURCE] == _TRUE:
            sampling.take_true_hands(row, seat, scratch.hands)
        guess = solve_drawn(row, guess, scratch)
        cards = legal
        while cards:
            card = card_sets.lowest(cards)
            cards &= cards - 1
            points = scratch.values[card]
            scratch.totals[card] += to_come - points if seat & 1 else points
    return pick(legal, scratch.totals, 1, stream)


@njit(_nrt=False)
def solve_drawn(row: Ints, guess: int, scratch: Scratch) -> int:
    """Return the value of a position with the others' hands being ``scratch.hands``, all open.

    ``scratch.values`` gets the points that North and South take from here on after each legal card;
    the value is that of the best. The search begins at ``guess``, -1 for none.
    """
    root = strong.open_root(row, scratch.hands, scratch.strong.hands)
    values, limit = scratch.values, search.NO_LIMIT
    best = search.solve_cards(root, guess, limit, values, values, scratch.board, scratch.table)
    return int(values[best])


@njit(_nrt=False)
def try_cards(row: Ints, legal: int, settings: Ints, stream: Uints, scratch: Scratch) -> None:
    """Try the given cards in random games.

    ``scratch.totals`` gets each card's sum of the points that the mover's team takes from here on,
    or their maximum for `Choice.BEST_GAME`.
    """
    lanes, seat = scratch.lanes, engine.mover(row)
    scratch.totals[:] = 0
    if settings[column.SOURCE] == _DRAWN:
        sampling.prepare(row, seat, scratch.known)
    # Fill the lanes block by block, the same number of games for each card.
    candidates, repeats = card_sets.count(legal), settings[column.PLAYOUTS]
    games = settings[column.SHUFFLES] * repeats
    block = LANES // candidates // repeats * repeats
    for first in range(0, games, block):
        used = min(block, games - first)
        random_games.seed_lanes(lanes, used * candidates, stream)
        _start_games(row, legal, used, settings, stream, scratch)
        random_games.play_out(lanes, used * candidates, card_sets.count(row[HANDS + seat]))
        _add_points(row, legal, used, settings[column.CHOICE] == _BEST_GAME, scratch)


@njit(_nrt=False)
def _start_games(
    row: Ints, legal: int, used: int, settings: Ints, stream: Uints, scratch: Scratch
) -> None:
    """Start ``used`` games of each card: deal the hidden hands, play the card, finish its trick."""
    # Suits are renamed so that trumps come last.
    seat, before, renaming = engine.mover(row), row[TRICK_SIZE], row[TRUMP] ^ 3
    trick = (
        before,
        row[TRICK] ^ renaming << 4,
        row[TRICK + 1] ^ renaming << 4,
        row[TRICK + 2] ^ renaming << 4,
    )
    own_hand, repeats = row[HANDS + seat], settings[column.PLAYOUTS]
    cards, start = legal, 0
    while cards:
        bit = cards & -cards
        cards ^= bit
        if start == 0 or settings[column.APART]:
            _draw_hands(row, seat, used // repeats, settings, stream, scratch)
            lane_hands.spread(scratch.deals, repeats, before, used // repeats, scratch.lanes)
        card = card_sets.lowest(bit) ^ renaming << 4
        hand = random_games.pack(own_hand ^ bit, renaming)
        size = card_sets.count(own_hand)
        random_games.play_card(scratch.lanes, start, used, hand, card, size, trick)
        start += used


@njit(_nrt=False)
def _add_points(row: Ints, legal: int, used: int, is_best_game: bool, scratch: Scratch) -> None:
    """Add the points of ``used`` games of each card, or keep the best game's."""
    is_other_team, to_come = row[TRICK_SIZE] & 1, engine.points_to_come(row)
    lanes, cards, start = scratch.lanes, legal, 0
    while cards:
        card = card_sets.lowest(cards)
        cards &= cards - 1
        total, most = 0, 0
        for lane in range(start, start + used):
            points = int(np.int64(lanes[random_games.SCORE + lane]))  # of the leader's team
            points = to_come - points if is_other_team else points
            total += points
            most = max(most, points)
        if is_best_game:
            scratch.totals[card] = max(scratch.totals[card], most)
        else:
            scratch.totals[card] += total
        start += used


@njit(_nrt=False)
def _draw_hands(
    row: Ints, seat: int, deals: int, settings: Ints, stream: Uints, scratch: Scratch
) -> None:
    renaming, hands = row[TRUMP] ^ 3, scratch.hands
    if settings[column.SOURCE] == _DRAWN:
        lane_hands.draw(scratch.known, deals, renaming, scratch.deals, stream)
        return
    if settings[column.SOURCE] == _TRUE:
        sampling.take_true_hands(row, seat, hands)
        lane_hands.put_hands(hands, 0, renaming, scratch.deals)
        lane_hands.repeat(scratch.deals, deals)
        return
    lacks = sampling.lacked(row, seat)
    voids = card_sets.count(lacks[0]) + card_sets.count(lacks[1]) + card_sets.count(lacks[2])
    trick = card_sets.count(row[PLAYED]) >> 2
    for deal in range(deals):
        aside = settings[column.SOURCE] == _SHUFFLED_ASIDE
        limit = settings[column.LIMIT]
        is_true = sampling.retry(row, seat, limit, aside, hands, stream, scratch.known)
        scratch.drawings[0, trick, voids] += 1
        scratch.drawings[1, trick, voids] += is_true
        lane_hands.put_hands(hands, deal, renaming, scratch.deals)
