"""Games for the tests: rows of the engine beside the oracle's referee."""

import numpy as np

from llq.solver import card_sets
from llq.solver.card_masks import cards_of, mask_of
from llq.solver.rng import streams
from llq.solver.sueca import engine
from llq.solver.sueca.engine import DEALER, HANDS, LEADER, ROW, SHOWN, TRUMP
from llq.solver.sueca.matches import deals
from llq.solver.sueca.matches.deals import Deals
from llq.solver.sueca.positions import sampling
from llq.solver.sueca.rules import SUIT_SYMBOLS, card_name, find_card
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
        card = card_sets.random_card(engine.legal_cards(row), stream)
        engine.apply(row, card)
        referee.play(card_name(card))
    return row, referee


def view(row, referee):
    """Return what the mover knows of the others in the order of play.

    That is the cards unseen, the sizes of their hands, what they lack and the cards placed.
    """
    seat = referee.seat
    others = [(seat + step) % 4 for step in (1, 2, 3)]
    unseen = [card for card in DECK if card not in referee.log and card not in referee.hands[seat]]
    placed = [(), (), ()]
    if row[SHOWN] >= 0 and card_name(int(row[SHOWN])) in unseen:
        shown = card_name(int(row[SHOWN]))
        unseen.remove(shown)
        placed[others.index(int(row[DEALER]))] = (shown,)
    sizes = [len(referee.hands[other]) for other in others]
    return unseen, sizes, [referee.voids()[other] for other in others], tuple(placed)


def before_play(referee, others):
    """Return the game as it was dealt if the others now hold ``others``, in the order of play."""
    seat = referee.seat
    hands = {(seat + step) % 4: list(hand) for step, hand in enumerate(others, start=1)}
    hands[seat] = referee.hands[seat][:]
    tricks = [*referee.tricks, (referee.leader, referee.table, None)]
    for leader, cards, _ in tricks:
        for place, card in enumerate(cards):
            hands[(leader + place) % 4].append(card)
    return Referee([hands[seat] for seat in range(4)], referee.trump, tricks[0][0])


def rooms_of(row, referee):
    """Return the arguments of `number_of_deals`."""
    unseen, sizes, voids, placed = view(row, referee)
    return unseen, [n - len(cards) for n, cards in zip(sizes, placed, strict=True)], voids


def prepared(row, lacks=None):
    """Return a sampler for the mover of a row, and the number of deals it found."""
    work, seat = sampling.make_sampler(), engine.mover(row)
    if lacks is not None:
        row = row.copy()
        row[[engine.VOIDS + (seat + step) % 4 for step in (1, 2, 3)]] = lacks
    return work, sampling.prepare(row, seat, work)


def draws(row, number, seed=1):
    """Return what the others may hold by the mover's view, from `sample`: int64 (number, 3)."""
    return sampling.draw_hands(row, engine.mover(row), number, stream_of(seed))
