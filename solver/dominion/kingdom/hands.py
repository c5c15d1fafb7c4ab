"""What a fresh hand of money and one kingdom card gives: coins and buys, exactly.

Playing a copy gives cards, coins and buys and takes nothing, and a fresh hand comes next turn, so
every play that actions allow helps or does nothing: a terminal card is played once, any other as
often as it is drawn. An action card that is drawn with no action left is worth nothing; Library may
set it aside and does.

Which copies are played depends on the places of the copies in the shuffled deck alone. So the turn
ends with some number of plays and of other cards in hand; given both, the other cards are a
random set of those in the deck. `plays` gives the chances of both; the treasures among the others
are hypergeometric.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.fewest.decks import DeckBox
from llq.solver.dominion.fewest.hands import HandOutcomes
from llq.solver.dominion.kingdom import kernels
from llq.solver.dominion.kingdom.cards import KingdomCard
from llq.solver.dominion.rules import HAND_SIZE

TREASURES = ("copper", "silver", "gold")


def plays(card: KingdomCard, size: int, copies: int) -> dict[tuple[int, int], float]:
    """Return the chance of each number of plays and of other cards in hand after them.

    Parameters
    ----------
    size, copies
        Cards in the deck, and copies of the card among them.

    Examples
    --------
    >>> from llq.solver.dominion.kingdom.cards import find_card
    >>> {key: round(p, 9) for key, p in plays(find_card("laboratory"), 10, 1).items()}
    {(0, 5): 0.5, (1, 6): 0.5}
    """
    others = size - copies
    if card.is_terminal:
        return _terminal(card, others, copies)
    found: defaultdict[tuple[int, int], float] = defaultdict(float)
    # By copies and other cards drawn, the chance of both with every copy played.
    drawn = {(0, 0): 1.0}
    while drawn:
        after: defaultdict[tuple[int, int], float] = defaultdict(float)
        for (k, j), p in drawn.items():
            left = size - k - j
            if left == 0 or (k + j >= HAND_SIZE and not _draws_on(card, k, j)):
                found[k, j] += p
                continue
            if k < copies:
                after[k + 1, j] += p * (copies - k) / left
            if j < others:
                after[k, j + 1] += p * (others - j) / left
        drawn = dict(after)
    return dict(found)


def _draws_on(card: KingdomCard, copies: int, others: int) -> bool:
    """Return whether a card is still to be drawn after all the copies drawn were played."""
    if copies == 0:
        return False
    if card.draw_to is not None:
        return others < card.draw_to
    return copies + others < HAND_SIZE + card.cards * copies


def _terminal(card: KingdomCard, others: int, copies: int) -> dict[tuple[int, int], float]:
    """Return what `plays` does for a card that is played once at most."""
    found: defaultdict[tuple[int, int], float] = defaultdict(float)
    ways = comb(others + copies, HAND_SIZE)
    for k in range(min(copies, HAND_SIZE) + 1):
        j = HAND_SIZE - k
        p = comb(copies, k) * comb(others, j) / ways
        if p == 0.0:
            continue
        if k == 0:
            found[0, j] += p
            continue
        more = card.cards if card.draw_to is None else max(0, card.draw_to - (HAND_SIZE - 1))
        if card.sets_aside:
            found[1, min(others, j + more)] += p
            continue
        left_copies, left = copies - k, others - j
        more = min(more, left_copies + left)
        for new in range(more + 1):
            share = comb(left, new) * comb(left_copies, more - new) / comb(left_copies + left, more)
            if share:
                found[1, j + new] += p * share
    return dict(found)


@dataclass(frozen=True)
class KingdomHands:
    """The hands of a box's decks, as `llq.solver.dominion.fewest.fresh.FreshGame` takes them.

    Parameters
    ----------
    card
        The kingdom card; the box has it among its kinds.
    most_buys
        Buys that count; more are left unused.
    most_coins
        Coins that count, by default as many as those buys can spend.
    """

    card: KingdomCard
    most_buys: int = 1
    most_coins: int | None = None

    def __call__(self, box: DeckBox) -> HandOutcomes:
        """Return coins, buys and chances of a hand of each deck."""
        copies = box.column(self.card.name)
        money = [box.column(name) for name in TREASURES]
        size = box.others + box.counts.sum(1)
        dead = size - copies - sum(money)
        dearest = max(kind.cost for kind in box.kinds)
        top = self.most_coins or dearest * self.most_buys
        rows, starts = self._rows(size, copies)
        ways = np.array(
            [[comb(n, k) for k in range(int(size.max()) + 1)] for n in range(int(size.max()) + 1)],
            float,
        )
        chance = np.zeros((box.decks, self.most_buys, top + 1))
        kernels.fill_hands(
            np.stack([*money, dead, copies, starts], 1).astype(np.int64),
            rows,
            np.array([self.card.coins, self.card.buys], np.int64),
            ways,
            chance,
        )
        coins = np.tile(np.arange(top + 1), self.most_buys)
        buys = np.repeat(np.arange(1, self.most_buys + 1), top + 1)
        return HandOutcomes(coins, buys, chance.reshape(box.decks, -1))

    def _rows(
        self, size: NDArray[np.int64], copies: NDArray[np.int64]
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return plays, other cards and chance in rows, and the row where each deck's begin.

        The row after a deck's last has -1 plays.
        """
        rows: list[tuple[float, float, float]] = []
        begins: dict[tuple[int, int], int] = {}
        key = size * (int(copies.max()) + 1) + copies
        _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
        for deck in first.tolist():
            begins[deck] = len(rows)
            found = plays(self.card, int(size[deck]), int(copies[deck]))
            rows += [(k, j, p) for (k, j), p in found.items()]
            rows.append((-1, -1, 0.0))
        starts = np.array([begins[deck] for deck in first.tolist()])
        return np.array(rows), starts[inverse.reshape(-1)]
