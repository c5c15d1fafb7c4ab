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

from llq.solver.array_types import Floats, Ints
from llq.solver.arrays import copy_into
from llq.solver.dominion.kingdom.cards import KingdomCard, check_certain
from llq.solver.dominion.kingdom.decks import DeckBox
from llq.solver.dominion.kingdom.fresh import TREASURES, HandOutcomes, binomials
from llq.solver.dominion.rules import HAND_SIZE
from llq.solver.jit import njit

_END = (-1,) + (0,) * 5
"""End marker of a deck's rows."""

Ending = tuple[int, int, int]
"""Copies played, other cards in hand and copies unplayed, as a turn's plays end."""


def plays(card: KingdomCard, size: int, copies: int) -> dict[Ending, float]:
    """Return the joint distribution of plays, other cards in hand and unplayed copies.

    The deck has ``size`` cards, ``copies`` of them of the card.
    """
    others = size - copies
    if card.is_terminal:
        return _terminal(card, others, copies)
    chances: dict[Ending, float] = {}
    # By copies and other cards drawn, the chance of both with every copy played.
    drawn = {(0, 0): 1.0}
    while drawn:
        after: defaultdict[tuple[int, int], float] = defaultdict(float)
        for (played, others_drawn), chance in drawn.items():
            left = size - played - others_drawn
            if left == 0 or (
                played + others_drawn >= HAND_SIZE and not _draws_on(card, played, others_drawn)
            ):
                chances[played, others_drawn, 0] = chance
                continue
            if played < copies:
                after[played + 1, others_drawn] += chance * (copies - played) / left
            if others_drawn < others:
                after[played, others_drawn + 1] += chance * (others - others_drawn) / left
        drawn = after
    return chances


def _draws_on(card: KingdomCard, copies: int, others: int) -> bool:
    """Return whether a card is still to be drawn after all the copies drawn were played."""
    if copies == 0:
        return False
    if card.draw_to is not None:
        return others < card.draw_to
    return copies + others < HAND_SIZE + card.cards * copies


def _terminal(card: KingdomCard, others: int, copies: int) -> dict[Ending, float]:
    """Return the result of `plays` for a terminal card."""
    chances: defaultdict[Ending, float] = defaultdict(float)
    ways = comb(others + copies, HAND_SIZE)
    most = card.cards if card.draw_to is None else max(0, card.draw_to - (HAND_SIZE - 1))
    for in_hand in range(min(copies, HAND_SIZE) + 1):
        others_in_hand = HAND_SIZE - in_hand
        chance = comb(copies, in_hand) * comb(others, others_in_hand) / ways
        if chance == 0.0:
            continue
        if in_hand == 0:
            chances[0, others_in_hand, 0] += chance
        elif card.sets_aside:
            chances[1, min(others, others_in_hand + most), in_hand - 1] += chance
        else:
            left_copies, left = copies - in_hand, others - others_in_hand
            draws = min(most, left_copies + left)
            draw_ways = comb(left_copies + left, draws)
            for new in range(draws + 1):
                share = comb(left, new) * comb(left_copies, draws - new) / draw_ways
                if share:
                    chances[1, others_in_hand + new, in_hand - 1 + draws - new] += chance * share
    return chances


@dataclass(frozen=True)
class KingdomHands:
    """The hands of a box's decks, as `llq.solver.dominion.kingdom.fresh.FreshGame` takes them."""

    card: KingdomCard
    """The box has it among its kinds."""
    most_buys: int = 1
    """Buys that count; more are left unused."""
    most_coins: int | None = None
    """Cap on counted coins, by default the maximum spendable."""

    def __call__(self, box: DeckBox) -> HandOutcomes:
        """Return each deck's hand outcomes and their chances."""
        check_certain(self.card)
        copies = box.column(self.card.name)
        size = box.others + box.counts.sum(1)
        rows, chances, starts = self._rows(size, copies)
        money = [box.column(name) for name in TREASURES]
        top = self.most_coins or max(kind.cost for kind in box.kinds) * self.most_buys
        chance = np.zeros((box.decks, self.most_buys, top + 1))
        decks = np.stack([*money, size - copies - sum(money), starts], 1).astype(np.int64)
        _fill_hands(decks, rows, chances, binomials(int(size.max())), chance)
        return HandOutcomes.from_grid(chance)

    def _rows(self, size: Ints, copies: Ints) -> tuple[Ints, Floats, Ints]:
        """Return rows and chances as `_fill_hands` takes them, and the first row of each deck."""
        card = self.card
        effects = np.array([card.coins, card.buys, card.discards, card.discard_coins])
        rows: list[tuple[int, ...]] = []
        chances, starts = [], []
        radix = int(copies.max()) + 1
        pairs, inverse = np.unique(size * radix + copies, return_inverse=True)
        for pair in pairs.tolist():
            starts.append(len(rows))
            for (played, others, spare), chance in plays(card, *divmod(pair, radix)).items():
                rows.append((others, spare, *(played * effects)))
                chances.append(chance)
            rows.append(_END)
            chances.append(0.0)
        return np.array(rows), np.array(chances), np.array(starts)[inverse.reshape(-1)]


@njit
def _fill_hands(decks: Ints, rows: Ints, chances: Floats, ways: Floats, chance: Floats) -> None:
    """Fill ``chance`` (decks, buys, coins), zero before, in place.

    The last buys and the last coins stand for as many or more. ``decks`` (decks, 5) are Copper,
    Silver, Gold, cards without use, and the first of the deck's rows. ``rows`` (rows, 6) are ends
    of a turn: other cards and useless copies in hand, coins, buys, cards to discard and coins for
    each useless card as the plays gave them; the row after a deck's last is `_END`. ``chances``
    (rows,) are theirs; ``ways`` are binomial coefficients.
    """
    most = rows[:, 0].max()
    money = np.zeros((rows[:, 4].max() + 1, most + 1, 3 * most + 1))
    filled = np.full(3, -1)
    for deck in range(len(decks)):
        copper, silver, gold, dead, row = decks[deck]
        if filled[0] != copper or filled[1] != silver or filled[2] != gold:
            copy_into(filled, decks[deck, :3])
            _fill_money(filled, ways, money)
        owned = copper + silver + gold
        while rows[row, 0] >= 0:
            # Rows of as many plays follow one another or not: each adds its own share.
            others, spare, given_coins, given_buys, must_discard, discard_coins = rows[row]
            share = chances[row] / ways[owned + dead, others]
            buys = min(given_buys, chance.shape[1] - 1)
            for treasures in range(max(0, others - dead), min(others, owned) + 1):
                useless = others - treasures + spare
                discards = min(max(0, must_discard - useless), treasures)
                bonus = given_coins + discard_coins * useless
                p_treasures = share * ways[dead, others - treasures]
                for value in range(treasures - discards, 3 * (treasures - discards) + 1):
                    coins = min(value + bonus, chance.shape[2] - 1)
                    chance[deck, buys, coins] += p_treasures * money[discards, treasures, value]
            row += 1


@njit
def _fill_money(treasures: Ints, ways: Floats, money: Floats) -> None:
    """Fill ``money`` (discards, cards, coins): ways to draw treasures, the smallest discarded."""
    money[:] = 0.0
    copper, silver, gold = treasures
    most = money.shape[1] - 1
    for coppers in range(min(copper, most) + 1):
        for silvers in range(min(silver, most - coppers) + 1):
            for golds in range(min(gold, most - coppers - silvers) + 1):
                drawn, coins = coppers + silvers + golds, coppers + 2 * silvers + 3 * golds
                draws = ways[copper, coppers] * ways[silver, silvers] * ways[gold, golds]
                for discards in range(min(money.shape[0] - 1, drawn) + 1):
                    lost_coppers = min(coppers, discards)
                    lost_silvers = min(silvers, discards - lost_coppers)
                    lost = 3 * discards - 2 * lost_coppers - lost_silvers
                    money[discards, drawn, coins - lost] += draws
