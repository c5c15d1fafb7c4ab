"""Exact coins and buys of a fresh hand with money and a kingdom card.

Playing a copy gives cards, coins and buys and takes nothing, and a fresh hand comes next turn, so
every play that actions allow helps or does nothing: a terminal card is played once, any other as
often as it is drawn. An action card that is drawn with no action left is worth nothing; Library may
set it aside and does. Whoever must discard takes what is worth least: cards without money, then the
smallest treasures.

Which copies are played depends on the places of the copies in the shuffled deck alone. So the turn
ends with some number of plays, of other cards in hand and of copies left over; given these, the
other cards are a random set of those in the deck. `plays` gives their chances; the treasures among
the others are hypergeometric.
"""

from collections import defaultdict
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from llq.solver.arrays import copy_into
from llq.solver.dominion.kingdom.cards import KingdomCard, check_certain
from llq.solver.dominion.kingdom.decks import Decks
from llq.solver.dominion.kingdom.fresh import HandOutcomes
from llq.solver.dominion.rules import HAND_SIZE
from llq.solver.jit import njit

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

TREASURES = ("copper", "silver", "gold")

_END = (-1.0, *(0.0,) * 6)
"""End marker of a deck's rows."""


def plays(card: KingdomCard, size: int, copies: int) -> dict[tuple[int, int, int], float]:
    """Return the joint distribution of plays, other cards in hand and unplayed copies.

    The deck has ``size`` cards, ``copies`` of them of the card.
    """
    others = size - copies
    if card.is_terminal:
        return _terminal(card, others, copies)
    chances: defaultdict[tuple[int, int], float] = defaultdict(float)
    # By copies and other cards drawn, the chance of both with every copy played.
    drawn = {(0, 0): 1.0}
    while drawn:
        after: defaultdict[tuple[int, int], float] = defaultdict(float)
        for (k, j), p in drawn.items():
            left = size - k - j
            if left == 0 or (k + j >= HAND_SIZE and not _draws_on(card, k, j)):
                chances[k, j] += p
                continue
            if k < copies:
                after[k + 1, j] += p * (copies - k) / left
            if j < others:
                after[k, j + 1] += p * (others - j) / left
        drawn = dict(after)
    return {(k, j, 0): p for (k, j), p in chances.items()}


def _draws_on(card: KingdomCard, copies: int, others: int) -> bool:
    """Return whether a card is still to be drawn after all the copies drawn were played."""
    if copies == 0:
        return False
    if card.draw_to is not None:
        return others < card.draw_to
    return copies + others < HAND_SIZE + card.cards * copies


def _terminal(card: KingdomCard, others: int, copies: int) -> dict[tuple[int, int, int], float]:
    """Return the result of `plays` for a terminal card."""
    chances: defaultdict[tuple[int, int, int], float] = defaultdict(float)
    ways = comb(others + copies, HAND_SIZE)
    for k in range(min(copies, HAND_SIZE) + 1):
        j = HAND_SIZE - k
        p = comb(copies, k) * comb(others, j) / ways
        if p == 0.0:
            continue
        if k == 0:
            chances[0, j, 0] += p
            continue
        more = card.cards if card.draw_to is None else max(0, card.draw_to - (HAND_SIZE - 1))
        if card.sets_aside:
            chances[1, min(others, j + more), k - 1] += p
            continue
        left_copies, left = copies - k, others - j
        more = min(more, left_copies + left)
        for new in range(more + 1):
            share = comb(left, new) * comb(left_copies, more - new) / comb(left_copies + left, more)
            if share:
                chances[1, j + new, k - 1 + more - new] += p * share
    return dict(chances)


@dataclass(frozen=True)
class KingdomHands:
    """The hands of a box's decks, as `llq.solver.dominion.kingdom.fresh.FreshGame` takes them."""

    card: KingdomCard
    """The box has it among its kinds."""
    most_buys: int = 1
    """Buys that count; more are left unused."""
    most_coins: int | None = None
    """Cap on counted coins, by default the maximum spendable."""

    def __call__(self, box: Decks) -> HandOutcomes:
        """Return each deck's hand outcomes and their chances."""
        check_certain(self.card)
        copies = box.column(self.card.name)
        size = box.others + box.counts.sum(1)
        rows, starts = self._rows(size, copies)
        money = [box.column(name) for name in TREASURES]
        top = self.most_coins or max(kind.cost for kind in box.kinds) * self.most_buys
        chance = np.zeros((box.decks, self.most_buys, top + 1))
        decks = np.stack([*money, size - copies - sum(money), starts], 1).astype(np.int64)
        _fill_hands(decks, rows, binomials(int(size.max())), chance)
        coins = np.tile(np.arange(top + 1), self.most_buys)
        buys = np.repeat(np.arange(1, self.most_buys + 1), top + 1)
        return HandOutcomes(coins, buys, chance.reshape(box.decks, -1))

    def _rows(self, size: Ints, copies: Ints) -> tuple[Floats, Ints]:
        """Return rows as `_fill_hands` takes them, and where each deck's begin."""
        card = self.card
        rows: list[tuple[float, ...]] = []
        begins: dict[tuple[int, int], int] = {}
        key = size * (int(copies.max()) + 1) + copies
        _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
        for deck in first.tolist():
            begins[deck] = len(rows)
            for (n, others, spare), p in plays(card, int(size[deck]), int(copies[deck])).items():
                given = n * card.coins, n * card.buys, n * card.discards, n * card.discard_coins
                rows.append((others, spare, *given, p))
            rows.append(_END)
        starts = np.array([begins[deck] for deck in first.tolist()])
        return np.array(rows), starts[inverse.reshape(-1)]


def binomials(most: int) -> Floats:
    """Return the binomial coefficients of 0 to ``most``, (most + 1, most + 1) float64."""
    return np.array([[comb(n, k) for k in range(most + 1)] for n in range(most + 1)], float)


@njit
def _fill_hands(decks: Ints, rows: Floats, ways: Floats, chance: Floats) -> None:
    """Fill ``chance`` (decks, buys, coins), zero before, in place.

    The last buys and the last coins stand for as many or more. ``decks`` (decks, 5) are Copper,
    Silver, Gold, cards without use, and the first of the deck's rows. ``rows`` (rows, 7) are ends
    of a turn: other cards and useless copies in hand, coins, buys, cards to discard and coins for
    each useless card as the plays gave them, and its chance; the row after a deck's last is `_END`.
    ``ways`` are binomial coefficients.
    """
    most, discards = 0, 0
    for row in range(len(rows)):
        most = max(most, int(rows[row, 0]))
        discards = max(discards, int(rows[row, 4]))
    money = np.zeros((discards + 1, most + 1, 3 * most + 1))
    share = np.empty(most + 1)
    held = np.full(3, -1)
    for d in range(len(decks)):
        dead = decks[d, 3]
        others = decks[d, 0] + decks[d, 1] + decks[d, 2] + dead
        if held[0] != decks[d, 0] or held[1] != decks[d, 1] or held[2] != decks[d, 2]:
            # By treasures that are discarded, ways to take i worth v without the smallest of them.
            money[:] = 0.0
            copy_into(held, decks[d, :3])
            for a in range(min(held[0], most) + 1):
                for b in range(min(held[1], most - a) + 1):
                    for c in range(min(held[2], most - a - b) + 1):
                        taken = ways[held[0], a] * ways[held[1], b] * ways[held[2], c]
                        for less in range(min(discards, a + b + c) + 1):
                            coppers = min(a, less)
                            silvers = min(b, less - coppers)
                            lost = 3 * less - 2 * coppers - silvers
                            money[less, a + b + c, a + 2 * b + 3 * c - lost] += taken
        row = decks[d, 4]
        while rows[row, 0] >= 0.0:
            # Rows of as many plays follow one another or not: each adds its own share.
            j, spare = int(rows[row, 0]), int(rows[row, 1])
            total = rows[row, 6] / ways[others, j]
            buys = min(int(rows[row, 3]), chance.shape[1] - 1)
            for i in range(max(0, j - dead), min(j, others - dead) + 1):
                share[i] = total * ways[dead, j - i]
                useless = j - i + spare
                less = min(max(0, int(rows[row, 4]) - useless), i)
                got = int(rows[row, 2]) + int(rows[row, 5]) * useless
                for v in range(i - less, 3 * (i - less) + 1):
                    coins = min(v + got, chance.shape[2] - 1)
                    chance[d, buys, coins] += share[i] * money[less, i, v]
            row += 1
