"""Fewest expected turns to Provinces with money and two kingdom cards, by fresh hands.

As `llq.solver.dominion.kingdom.fewest`, with a second kind of action card in the deck. Cards that
give an action are played as soon as they are in hand, which only helps; then the terminal card,
once for every action that is left. So the turn's end depends on the order of action cards and
others in the deck alone, and the number of orders that lead to it does not depend on the deck:
`turn_ends` counts them once, and a deck's chances are those counts times the ways to fill an order
with its cards.

Two terminal cards in one hand are a choice, which depends on the treasures beside them and on what
the coins will buy. It is made for the value of the decks that follow; value and choices are
improved by turns until nothing changes, each time exactly.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property
from math import perm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.fewest.decks import BEYOND, Caps, DeckBox, Decks, Kind, money_box
from llq.solver.dominion.fewest.fresh import FreshGame, FreshPolicy, HandOutcomes
from llq.solver.dominion.kingdom.cards import buys_that_count
from llq.solver.dominion.kingdom.fewest import usual_caps
from llq.solver.dominion.kingdom.hands import END, TREASURES, binomials, treasure_outcomes
from llq.solver.dominion.kingdom.pair_rules import Pair, check_pair, pair_caps
from llq.solver.dominion.rules import HAND_SIZE
from llq.solver.jit import njit

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Hand = tuple[int, int, int, int, int, int]

_CLOSE = 1e-12
"""Turns by which values change no more once they are those of the best choices."""


class _Turn(NamedTuple):
    """Where a turn stands: cards drawn, in hand and played of each kind, draws to come.

    ``wanted`` is the size of the hand that is being drawn up to, or 0.
    """

    drawn: tuple[int, int]
    held: tuple[int, int]
    played: tuple[int, int]
    others: int
    draws: int
    wanted: int


class TurnEnd(NamedTuple):
    """How a turn ends: the row of `treasure_outcomes` but for its chance, and the cards it took.

    ``is_cut`` says that the deck ran out, so that no larger deck ends like this.
    """

    given: tuple[int, ...]
    drawn: tuple[int, int]
    others: int
    is_cut: bool


def turn_ends(pair: Pair, copies: int) -> dict[TurnEnd, int]:
    """Return the ends of a turn and how many orders of kinds lead to each.

    Orders are of the first card, the second card and others. Hands with a choice between two
    terminal cards are left out.

    Examples
    --------
    >>> from llq.solver.dominion.kingdom.cards import find_card
    >>> ends = turn_ends((find_card("village"), find_card("moat")), 1)
    >>> max(end.others for end in ends)
    6
    """
    ends: defaultdict[TurnEnd, int] = defaultdict(int)
    now = {_Turn((0, 0), (0, 0), (0, 0), 0, HAND_SIZE, 0): 1}
    while now:
        after: defaultdict[_Turn, int] = defaultdict(int)
        for start, orders in now.items():
            turn = _play_on(pair, start, is_cut=False)
            if turn is None:
                continue
            is_cut = _draws(turn)
            last = _play_on(pair, turn, is_cut=is_cut)
            if last is not None:
                ends[_end(pair, last, is_cut=is_cut)] += orders
            for drawn in _drawn(pair, turn, copies) if is_cut else ():
                after[drawn] += orders
        now = after
    return dict(ends)


def _play_on(pair: Pair, turn: _Turn, *, is_cut: bool) -> _Turn | None:
    """Return a turn when it must draw or has no play left; None where there is a choice.

    If the deck ran out it draws nothing.
    """
    while is_cut or not _draws(turn):
        held = [place for place in (0, 1) if turn.held[place]]
        if not held or not _actions(pair, turn):
            break
        going_on = [place for place in held if not pair[place].is_terminal]
        if not going_on and len(held) == 2:
            return None
        turn = _played(pair, turn, (going_on or held)[0])
    return turn


def _draws(turn: _Turn) -> bool:
    return turn.draws > 0 or sum(turn.held) + turn.others < turn.wanted


def _actions(pair: Pair, turn: _Turn) -> int:
    return 1 + sum(n * (card.actions - 1) for n, card in zip(turn.played, pair, strict=True))


def _played(pair: Pair, turn: _Turn, place: int) -> _Turn:
    card = pair[place]
    return turn._replace(
        held=_more(turn.held, place, -1),
        played=_more(turn.played, place),
        draws=card.cards,
        wanted=card.draw_to or 0,
    )


def _drawn(pair: Pair, turn: _Turn, copies: int) -> list[_Turn]:
    """Return the turn after each kind of card that may be drawn next."""
    turns = [turn._replace(others=turn.others + 1, draws=max(0, turn.draws - 1))]
    for place in (0, 1):
        if turn.drawn[place] < copies:
            drawn = turn._replace(drawn=_more(turn.drawn, place), draws=max(0, turn.draws - 1))
            sets_aside = turn.wanted and any(
                n and card.sets_aside for n, card in zip(turn.played, pair, strict=True)
            )
            if not sets_aside or _actions(pair, turn):
                drawn = drawn._replace(held=_more(turn.held, place))
            turns.append(drawn)
    return turns


def _more(counts: tuple[int, int], place: int, by: int = 1) -> tuple[int, int]:
    return (counts[0] + by, counts[1]) if place == 0 else (counts[0], counts[1] + by)


def _end(pair: Pair, turn: _Turn, *, is_cut: bool) -> TurnEnd:
    def of(what: str) -> int:
        return sum(n * getattr(card, what) for n, card in zip(turn.played, pair, strict=True))

    given = of("coins"), of("buys"), of("discards"), of("discard_coins")
    return TurnEnd((turn.others, sum(turn.held), *given), turn.drawn, turn.others, is_cut)


def pair_box(
    pair: Pair, provinces: int, caps: Caps, deck: tuple[int, ...] | None, *, relaxed: bool
) -> DeckBox:
    """Return the box of decks of money, two kingdom cards and Provinces."""
    box = money_box(provinces, caps, deck, card=pair[0], relaxed=relaxed)
    second = Kind(pair[1].name, pair[1].cost, 0, caps.copies)
    kinds = (*box.kinds[:-1], second, box.kinds[-1])
    return replace(box, kinds=kinds, piles=tuple(card.name for card in pair))


@dataclass(frozen=True)
class PairHands:
    """The hands of a box's decks with two kingdom cards, but for those with a choice.

    Parameters
    ----------
    pair
        Both cards; the box has them among its kinds.
    most_buys, most_coins
        As of `llq.solver.dominion.kingdom.hands.KingdomHands`.
    """

    pair: Pair
    most_buys: int = 1
    most_coins: int | None = None

    def __call__(self, box: Decks) -> HandOutcomes:
        """Return coins, buys and chances of a hand of each deck."""
        copies = [box.column(card.name) for card in self.pair]
        size = box.others + box.counts.sum(1)
        ends = turn_ends(self.pair, int(max(n.max() for n in copies)))
        given, which = np.unique([end.given for end in ends], axis=0, return_inverse=True)
        decks, place = np.unique(np.stack([size, *copies], 1), axis=0, return_inverse=True)
        chance = _end_chances(ends, decks)
        order = np.argsort(which.reshape(-1), kind="stable")
        begins = np.searchsorted(which.reshape(-1)[order], np.arange(len(given)))
        total = np.add.reduceat(chance[:, order], begins, axis=1)
        rows = [
            row
            for deck in total
            for row in (np.column_stack([given, deck])[deck > 0.0], np.array([END]))
        ]
        starts = np.cumsum([0, *(total > 0.0).sum(1) + 1])[place.reshape(-1)]
        return treasure_outcomes(
            box, np.sum(copies, axis=0), np.vstack(rows), starts, self.most_buys, self.most_coins
        )


def _end_chances(ends: dict[TurnEnd, int], decks: Ints) -> Floats:
    """Return the chance of each end of a turn, (decks, ends) float64.

    Parameters
    ----------
    decks
        (decks, 3) int64. Cards, and copies of both kingdom cards among them.
    """
    size, *copies = decks.T[:, :, None]
    drawn = np.array([end.drawn for end in ends]).T
    others = np.array([end.others for end in ends])
    taken = drawn.sum(0) + others
    ways = np.array(
        [[perm(n, k) for k in range(int(taken.max()) + 1)] for n in range(int(size.max()) + 1)],
        float,
    )
    fills = ways[copies[0], drawn[0]] * ways[copies[1], drawn[1]]
    fills *= ways[size - copies[0] - copies[1], others] * np.array([*ends.values()], float)
    is_met = np.where([end.is_cut for end in ends], taken == size, taken <= size)
    return np.where(is_met, fills / np.maximum(ways[size, np.minimum(taken, size)], 1.0), 0.0)


@dataclass(frozen=True)
class PairGame:
    """Money and two kingdom cards to a number of Provinces.

    Parameters
    ----------
    pair
        Both cards.
    caps
        By default those of `pair_caps`.

    Examples
    --------
    >>> from llq.solver.dominion.kingdom.cards import find_card
    >>> pair = find_card("village"), find_card("smithy")
    >>> round(PairGame(pair, 1, Caps(0, 6, 5, 1)).best.turns, 4)
    6.8542
    """

    pair: Pair
    provinces: int
    caps: Caps | None = None
    deck: tuple[int, ...] | None = None

    def solve(self, *, relaxed: bool = False) -> FreshPolicy:
        """Return the optimum within the caps, or of the relaxed box, a bound."""
        check_pair(self.pair)
        buys, caps = buys_that_count(*self.pair), self.caps or pair_caps(self.pair, self.provinces)
        if relaxed and self.caps is None:
            caps = usual_caps(self.provinces, buys, relaxed)._replace(copies=caps.copies)
        box = pair_box(self.pair, self.provinces, caps, self.deck, relaxed=relaxed)
        game = FreshGame(box, PairHands(self.pair, buys))
        if not all(card.is_terminal for card in self.pair):
            return game.optimum()
        return _improve(self.pair, game)

    @cached_property
    def best(self) -> FreshPolicy:
        """The optimum within the caps."""
        return self.solve()

    @cached_property
    def at_least(self) -> float:
        """Turns that no policy of as many buys a turn and as many copies is below."""
        return self.solve(relaxed=True).turns


def _improve(pair: Pair, game: FreshGame) -> FreshPolicy:
    """Return the optimum with the best choices within its turns, added to the game's chances."""
    certain = game.outcomes.chance.copy()
    better = -(game.outcomes.coins + game.outcomes.buys).astype(float)
    worth = np.tile(better, (game.box.decks, 1))
    value = np.zeros(game.box.decks)
    while True:
        game.outcomes.chance[:] = certain
        add_choices(pair, game.box, worth, game.outcomes)
        policy = game.optimum()
        if np.isclose(policy.value, value, rtol=0.0, atol=_CLOSE).all():
            return policy
        value, worth = policy.value, turns_after(policy)


def turns_after(policy: FreshPolicy) -> Floats:
    """Return the turns still to come after each outcome of a hand, (decks, outcomes) float64."""
    tables, decks = policy.game.tables, np.arange(len(policy.value))
    target = tables.target[decks[:, None], policy.choice]
    after = np.where(target >= 0, policy.value[np.maximum(target, 0)], 0.0)
    after = np.where(target == BEYOND, tables.fewest[:, None], after)
    return np.where(policy.choice < 0, policy.value[:, None], after)


def add_choices(pair: Pair, box: Decks, worth: Floats, outcomes: HandOutcomes) -> None:
    """Add the hands with both of two terminal cards to the chances of `PairHands`, in place.

    Parameters
    ----------
    worth
        (decks, outcomes) float64. Turns to go after each outcome.
    """
    money = [box.column(name) for name in TREASURES]
    copies = [box.column(card.name) for card in pair]
    dead = box.others + box.counts.sum(1) - sum(money) - sum(copies)
    decks = np.stack([*money, dead, *copies], 1).astype(np.int64)
    plays = []
    for card in pair:
        draws = card.cards if card.draw_to is None else max(0, card.draw_to - (HAND_SIZE - 1))
        given = card.coins, card.buys, card.discards, card.discard_coins
        plays.append((draws, *given, card.sets_aside))
    ways = binomials(int(decks.sum(1).max()))
    most = int(outcomes.buys.max())
    _choose(decks, np.array(plays, np.int64), worth, HAND_SIZE, most, ways, outcomes.chance)


@njit
def _choose(
    decks: Ints, cards: Ints, worth: Floats, hand: int, buys: int, ways: Floats, chance: Floats
) -> None:
    """Add to ``chance`` (decks, outcomes) the hands with both cards, each played for the best.

    Parameters
    ----------
    decks
        (decks, 6) int64. Copper, Silver, Gold, cards without use, and copies of both cards.
    cards
        (2, 6) int64. Cards that each draws, its coins, buys, discards and coins for each of them,
        and whether actions drawn are set aside.
    worth
        (decks, outcomes) float64. Turns to go after each outcome: coins of one buy, then of two, ….
    hand, buys
        Cards of a hand, and the most buys of an outcome.
    """
    room = np.empty((2, chance.shape[1]))
    for d in range(len(decks)):
        first, second = decks[d, 4], decks[d, 5]
        share = 1.0 / ways[decks[d].sum(), hand]
        for a in range(1, min(first, hand - 1) + 1):
            for b in range(1, min(second, hand - a) + 1):
                rest = hand - a - b
                both = share * ways[first, a] * ways[second, b]
                for i in range(min(decks[d, 0], rest) + 1):
                    for j in range(min(decks[d, 1], rest - i) + 1):
                        for k in range(min(decks[d, 2], rest - i - j) + 1):
                            held = (i, j, k, rest - i - j - k, a, b)
                            met = both * ways[decks[d, 0], i] * ways[decks[d, 1], j]
                            met *= ways[decks[d, 2], k] * ways[decks[d, 3], held[3]]
                            if met == 0.0:
                                continue
                            turns = np.inf
                            best = 0
                            for card in range(2):
                                _play(decks[d], held, cards[card], buys, ways, room[card])
                                total = 0.0
                                for o in range(len(room[card])):
                                    if room[card, o] > 0.0:
                                        total += room[card, o] * worth[d, o]
                                if total < turns:
                                    turns, best = total, card
                            for o in range(len(room[best])):
                                chance[d, o] += met * room[best, o]


@njit
def _play(deck: Ints, held: Hand, card: Ints, buys: int, ways: Floats, outcomes: Floats) -> None:
    """Fill ``outcomes`` with the chances of coins and buys after playing a card of a hand."""
    outcomes[:] = 0.0
    coins = len(outcomes) // buys
    begin = min(card[2], buys - 1) * coins
    useless, idle = held[3] + held[4] + held[5] - 1, deck[3] - held[3]
    if not card[5]:
        idle += deck[4] - held[4] + deck[5] - held[5]
    p, q, r = deck[0] - held[0], deck[1] - held[1], deck[2] - held[2]
    draws = min(card[0], p + q + r + idle)
    for x in range(min(p, draws) + 1):
        for y in range(min(q, draws - x) + 1):
            for z in range(min(r, draws - x - y) + 1):
                others = draws - x - y - z
                chance = ways[p, x] * ways[q, y] * ways[r, z] * ways[idle, others]
                less = max(0, card[3] - useless - others)
                coppers = max(0, held[0] + x - less)
                less -= held[0] + x - coppers
                silvers = max(0, held[1] + y - less)
                less -= held[1] + y - silvers
                money = coppers + 2 * silvers + 3 * max(0, held[2] + z - less)
                money += card[1] + card[4] * (useless + others)
                outcomes[begin + min(money, coins - 1)] += chance / ways[p + q + r + idle, draws]
