"""Games for the tests: rows of the engine beside the oracle's referee, and statistics."""

from collections import Counter
from math import sqrt

import numpy as np

from llq.solver import card_sets
from llq.solver.rng import streams
from llq.solver.sueca import engine
from llq.solver.sueca.engine import DEALER, HANDS, LEADER, ROW, SHOWN, TRUMP
from llq.solver.sueca.matches import deals
from llq.solver.sueca.matches.deals import Deals
from llq.solver.sueca.rules import SUIT_SYMBOLS, card_name, cards_of, find_card, mask_of
from tests.oracles.sueca import DECK, Referee


def stream_of(seed):
    """Return a stream, uint64 of shape (1,)."""
    return streams(seed, 0, 1)


def names(mask):
    """Return the names of a set of cards."""
    return [card_name(card) for card in cards_of(int(mask))]


def mask(cards):
    """Return the set of some names."""
    return mask_of(map(find_card, cards))


def dealt(seed, dealing=None):
    """Return the row of a game that was just dealt."""
    row = np.zeros(ROW, dtype=np.int64)
    deals.deal((dealing or Deals()).arrays(), row, stream_of(seed))
    return row


def played(seed, cards, dealing=None):
    """Return the row of a game after some random cards, and a referee who has seen it."""
    row, stream = dealt(seed, dealing), stream_of(-1 - seed)
    hands = [names(hand) for hand in row[HANDS : HANDS + 4]]
    referee = Referee(hands, SUIT_SYMBOLS[row[TRUMP]], int(row[LEADER]))
    for _ in range(cards):
        card = card_sets.random_card(engine.legal(row), stream)
        engine.apply(row, card)
        referee.play(card_name(card))
    return row, referee


def view(row, referee):
    """Return what the mover knows of the others in the order of play.

    That is the cards unseen, the sizes of their hands, what they lack and the cards placed.
    """
    seat = referee.seat
    others = [(seat + step) % 4 for step in (1, 2, 3)]
    unseen = [c for c in DECK if c not in referee.log and c not in referee.hands[seat]]
    placed = [(), (), ()]
    if row[SHOWN] >= 0 and card_name(int(row[SHOWN])) in unseen:
        shown = card_name(int(row[SHOWN]))
        unseen.remove(shown)
        placed[others.index(int(row[DEALER]))] = (shown,)
    sizes = [len(referee.hands[other]) for other in others]
    return unseen, sizes, [referee.voids()[other] for other in others], tuple(placed)


def with_others(row, hands):
    """Return a row with other hands for the players after the mover, given as sets of names."""
    changed = row.copy()
    for step, hand in enumerate(hands, start=1):
        changed[HANDS + (engine.mover(row) + step) % 4] = mask(hand)
    return changed


def misfit(found, chances):
    """Return by how many standard deviations some counts miss their chances, by chi-square.

    Parameters
    ----------
    found
        What was drawn.
    chances
        The chance of everything that may be; anything else among the found misses infinitely.

    References
    ----------
    .. [1] Wilson and Hilferty, The distribution of chi-square, PNAS 17 (1931): the cube root.
    """
    counts, total = Counter(found), len(found)
    if not set(counts) <= set(chances):
        return float("inf")
    if len(chances) == 1:
        return 0.0
    assert all(chance * total >= 5 for chance in chances.values()), "too few for a chi-square"
    square = sum((counts[k] - total * p) ** 2 / (total * p) for k, p in chances.items())
    freedom = len(chances) - 1
    spread = 2 / (9 * freedom)
    return float(((square / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def even(things):
    """Return the same chance for each of some things."""
    things = list(things)
    return {thing: 1 / len(things) for thing in things}


FITS = 3.72
"""`misfit` is above this with a chance of 10⁻⁴."""
