"""Cards that make a turn a choice: what to discard before more is drawn, or whether to draw anew.

What a discard costs depends on what is drawn next and on what the coins will buy. So it is chosen
for the turns to go of the deck after each purchase; choices and values are improved by turns until
no value moves, each time exactly. A turn is walked over every hand and every set of cards drawn,
and each choice is the one with the fewest turns to go. Two discards are never considered, as an
exchange of cards shows: a better treasure before a worse one, and a card with a use before a
useless one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.fewest.decks import BEYOND, DeckBox, Decks
from llq.solver.dominion.fewest.fresh import FreshGame, FreshPolicy, HandOutcomes
from llq.solver.dominion.kingdom.cards import KingdomCard, buys_that_count
from llq.solver.dominion.kingdom.hands import TREASURES, KingdomHands, binomials
from llq.solver.dominion.rules import HAND_SIZE
from llq.solver.jit import njit

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Cards = tuple[int, int, int, int, int]

_CLOSE = 1e-12
"""Turns by which values change no more once they are those of the best choices."""

_ACT, _DRAW, _LOOK, _DRAW_ANEW, _KEEP = range(5)
_STAGES = 5
"""What a play goes through: calls of `_best` from one play to the next, at most."""

_KNOWN, _TRIES = 2**15, 8
"""Turns of a deck that are remembered, and places where each may stand."""

_CARDS, _GOES_ON, _COINS, _BUYS, _DISCARDS, _DISCARD_COINS, _REDRAWS, _SECOND, _NEW_HAND = range(9)
_FACTS = (
    "cards",
    "actions",
    "coins",
    "buys",
    "discards",
    "discard_coins",
    "redraws",
    "second_draw",
    "new_hand",
)
"""Fields of a card in the order of the kernel's numbers."""


class _Turns(NamedTuple):
    """What a turn is played with, by the kernel.

    Parameters
    ----------
    card
        (9,) int64. As of `_FACTS`.
    buys
        The most buys of an outcome.
    worth
        (outcomes,) float64. Turns to go after each outcome: coins of one buy, then of two, ….
    ways
        (cards, cards) float64. Binomial coefficients.
    keys, known
        (entries,) int64 and (entries, outcomes + 2) float64. Turns that were met before, by their
        cards, -1 for none: fewest turns to go, outcome if it is sure, and chances.
    """

    card: Ints
    buys: int
    worth: Floats
    ways: Floats
    keys: Ints
    known: Floats


def improve(
    game: FreshGame, choose: Callable[[Floats], None], worth: Floats | None = None
) -> FreshPolicy:
    """Return the optimum with the best choices within its turns.

    Parameters
    ----------
    choose
        Adds the hands with a choice to the game's chances, for the turns to go after each outcome,
        (decks, outcomes) float64.
    worth
        Turns to go to begin with; by default more coins and more buys are better.
    """
    certain = game.outcomes.chance.copy()
    if worth is None:
        better = -(game.outcomes.coins + game.outcomes.buys).astype(float)
        worth = np.tile(better, (game.box.decks, 1))
    value = np.zeros(game.box.decks)
    while True:
        game.outcomes.chance[:] = certain
        choose(worth)
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


@dataclass(frozen=True)
class ChoiceHands:
    """The outcomes of hands with a card that chooses, whose chances `add_turns` fills.

    Parameters
    ----------
    most_buys
        Buys that count.
    """

    most_buys: int

    def __call__(self, box: Decks) -> HandOutcomes:
        """Return coins, buys and no chances of a hand of each deck."""
        top = max(kind.cost for kind in box.kinds) * self.most_buys
        coins = np.tile(np.arange(top + 1), self.most_buys)
        buys = np.repeat(np.arange(1, self.most_buys + 1), top + 1)
        return HandOutcomes(coins, buys, np.zeros((box.decks, len(coins))))


def kingdom_game(box: DeckBox, card: KingdomCard | None) -> FreshGame:
    """Return the game of a box's decks with a kingdom card, or with money alone."""
    if card is None:
        return FreshGame(box)
    buys = buys_that_count(card)
    return FreshGame(box, ChoiceHands(buys) if card.chooses else KingdomHands(card, buys))


def best_play(
    game: FreshGame, card: KingdomCard | None, worth: Floats | None = None
) -> FreshPolicy:
    """Return the optimum of a `kingdom_game`; ``worth`` is that of `improve`."""
    if card is None or not card.chooses:
        return game.optimum()

    def choose(worth: Floats) -> None:
        add_turns(card, game.box, worth, game.outcomes)

    return improve(game, choose, worth)


def add_turns(card: KingdomCard, box: Decks, worth: Floats, outcomes: HandOutcomes) -> None:
    """Add the hands of each deck, played for the fewest turns, to the chances in place.

    Parameters
    ----------
    card
        A card that chooses; the box has it among its kinds.
    worth
        (decks, outcomes) float64. Turns to go after each outcome.
    """
    money = [box.column(name) for name in TREASURES]
    copies = box.column(card.name)
    dead = box.others + box.counts.sum(1) - sum(money) - copies
    decks = np.stack([*money, copies, dead], 1).astype(np.int64)
    facts = np.array([getattr(card, name) for name in _FACTS], np.int64)
    plays = 1 if card.is_terminal else int(copies.max(initial=1))
    width = outcomes.chance.shape[1]
    room = np.empty((1 + _STAGES * plays, width))
    entries = _KNOWN if plays > 1 else 1
    turns = _Turns(
        facts,
        int(outcomes.buys.max()),
        np.empty(width),
        binomials(int(decks.sum(1).max())),
        np.empty(entries, np.int64),
        np.empty((entries, width + 2)),
    )
    _add_turns(decks, HAND_SIZE, worth, turns, room, outcomes.chance)


@njit
def _add_turns(
    decks: Ints, hand: int, worth: Floats, turns: _Turns, room: Floats, chance: Floats
) -> None:
    """Add to ``chance`` (decks, outcomes) every hand, played for the fewest turns to go.

    Parameters
    ----------
    decks
        (decks, 5) int64. Copper, Silver, Gold, copies of the card, and cards without use.
    hand
        Cards of a hand.
    worth
        (decks, outcomes) float64. Turns to go after each outcome.
    turns
        Its worth and what it remembers are changed.
    room
        (calls, outcomes) float64. Room to work in.
    """
    goes_on, ways = turns.card[_GOES_ON] > 0, turns.ways
    zero = int(np.int64(0))  # a literal would make a copy of the recursion
    none = (zero, zero, zero, zero, zero)
    for d in range(len(decks)):
        copies, dead = decks[d, 3], decks[d, 4]
        useless = dead if goes_on else dead + copies
        turns.keys[:] = -1
        turns.worth[:] = worth[d]
        share = 1.0 / ways[decks[d].sum(), hand]
        for a in range(min(decks[d, 0], hand) + 1):
            for b in range(min(decks[d, 1], hand - a) + 1):
                for c in range(min(decks[d, 2], hand - a - b) + 1):
                    treasures = share * ways[decks[d, 0], a] * ways[decks[d, 1], b]
                    treasures *= ways[decks[d, 2], c]
                    rest = hand - a - b - c
                    for w in range(min(copies, rest, rest if goes_on else 1) + 1):
                        e = rest - w
                        if w == 0 or goes_on:
                            met = treasures * ways[copies, w] * ways[dead, e]
                        else:  # copies that are not played are cards without use
                            met = treasures * (ways[useless, rest] - ways[dead, rest])
                        if met <= 0.0:
                            continue
                        left = (
                            decks[d, 0] - a,
                            decks[d, 1] - b,
                            decks[d, 2] - c,
                            copies - w if goes_on else zero,
                            useless - e - (zero if goes_on else w),
                        )
                        held = (a, b, c, w, e)
                        _, sure = _best(zero, held, none, left, zero, zero, turns, room)
                        if sure >= 0:
                            chance[d, sure] += met
                        else:
                            for o in range(chance.shape[1]):
                                chance[d, o] += met * room[0, o]


@njit
def _best(
    stage: int,
    held: Cards,
    seen: Cards,
    left: Cards,
    draws: int,
    played: int,
    turns: _Turns,
    room: Floats,
) -> tuple[float, int]:
    """Return the fewest turns to go from a stage of a turn on, and the outcome if it is sure.

    If it is not, which -1 says, ``room[0]`` has the chances of the outcomes.

    Parameters
    ----------
    stage
        To play or stop; to draw; to keep what is seen, or draw anew; to discard.
    held, seen, left
        Cards in hand, looked at, and in the rest of the deck.
    draws
        Cards that are drawn next.
    played
        Copies played.
    """
    card = turns.card
    if stage == _ACT:
        sure = _end(held, 0, played, turns)
        least = turns.worth[sure]
        if held[3] == 0 or (played and not card[_GOES_ON]):
            return least, sure
        place, key = 0, 0
        if played:
            place, key = _find(held, left, played, turns.keys)
            if turns.keys[place] == key:
                room[0] = turns.known[place, 2:]
                return turns.known[place, 0], int(turns.known[place, 1])
        others = (held[0], held[1], held[2], held[3] - 1, held[4])
        most = others if card[_REDRAWS] else _less(others, others)
        for a in range(most[0] + 1):
            for b in range(most[1] + 1):
                for c in range(most[2] + 1):
                    for w in range(most[3] + 1):
                        rest = _less(others, (a, b, c, w, most[4]))
                        if card[_NEW_HAND]:
                            rest = _less(rest, rest)
                        new = card[_CARDS] + a + b + c + w + most[4]
                        to_go, outcome = _best(
                            stage + 1, rest, seen, left, new, played + 1, turns, room[1:]
                        )
                        if to_go < least:
                            least, sure = to_go, outcome
                            if outcome < 0:
                                room[0] = room[1]
        if played and turns.keys[place] == -1:
            turns.keys[place] = key
            turns.known[place, 0], turns.known[place, 1] = least, sure
            turns.known[place, 2:] = room[0]
        return least, sure
    if stage == _LOOK:
        sure = _end(_more(held, seen), card[_DISCARDS], played, turns)
        least = turns.worth[sure]
        to_go, outcome = _best(stage + 1, held, seen, left, draws, played, turns, room[1:])
        if to_go < least:
            least, sure = to_go, outcome
            room[0] = room[1]
        return least, sure
    if stage == _KEEP:
        gone = min(held[4], card[_DISCARDS])
        treasures = held[0] + held[1] + held[2]
        dear = min(card[_DISCARDS] - gone, treasures + held[3])
        least, sure = np.inf, -1
        first = max(0, dear - treasures)
        for w in range(first, min(held[3], dear) + 1):
            coppers = min(held[0], dear - w)
            silvers = min(held[1], dear - w - coppers)
            kept = _less(held, (coppers, silvers, dear - w - coppers - silvers, w, gone))
            to_go, outcome = _best(stage - _KEEP, kept, seen, left, draws, played, turns, room[1:])
            if to_go < least or w == first:
                least, sure = to_go, outcome
                if outcome < 0:
                    room[0] = room[1]
        return least, sure
    room[0] = 0.0
    total, size = 0.0, left[0] + left[1] + left[2] + left[3] + left[4]
    looks = stage == _DRAW and card[_SECOND] > 0
    after = stage + 1 if looks else stage + (_KEEP - stage)
    draws = min(draws, size)
    ways = turns.ways
    for a in range(min(draws, left[0]) + 1):
        for b in range(min(draws - a, left[1]) + 1):
            for c in range(min(draws - a - b, left[2]) + 1):
                drawn = ways[left[0], a] * ways[left[1], b] * ways[left[2], c] / ways[size, draws]
                for w in range(min(draws - a - b - c, left[3]) + 1):
                    e = draws - a - b - c - w
                    if e > left[4]:
                        continue
                    met = drawn * ways[left[3], w] * ways[left[4], e]
                    new = (a, b, c, w, e)
                    hand = held if looks else _more(held, new)
                    if not looks and (not card[_GOES_ON] or hand[3] == 0):
                        outcome = _end(hand, card[_DISCARDS], played, turns)
                        to_go = turns.worth[outcome]
                    else:
                        to_go, outcome = _best(
                            after, hand, new, _less(left, new), draws, played, turns, room[1:]
                        )
                    total += met * to_go
                    if outcome >= 0:
                        room[0, outcome] += met
                    else:
                        for o in range(room.shape[1]):
                            room[0, o] += met * room[1, o]
    return total, -1


@njit
def _find(held: Cards, left: Cards, played: int, keys: Ints) -> tuple[int, int]:
    """Return where a turn is known or may be kept, and its key; a place may be taken by another."""
    key = played
    for kind in range(5):
        key = key << 11 | held[kind] << 6 | left[kind]
    first = (key * 0x9E3779B97F4A7C15 >> 40) % len(keys)
    for step in range(_TRIES):
        place = (first + step) % len(keys)
        if keys[place] == key or keys[place] == -1:
            return place, key
    return first, key


@njit
def _end(held: Cards, discards: int, played: int, turns: _Turns) -> int:
    """Return the outcome of a turn that ends when the cards worth least are discarded."""
    useless = held[3] + held[4]
    less = max(0, discards - useless)
    coppers = max(0, held[0] - less)
    less -= held[0] - coppers
    silvers = max(0, held[1] - less)
    less -= held[1] - silvers
    coins = coppers + 2 * silvers + 3 * max(0, held[2] - less) + played * turns.card[_COINS]
    if turns.card[_DISCARD_COINS] and played:
        coins += useless
    width = len(turns.worth) // turns.buys
    return int(min(played * turns.card[_BUYS], turns.buys - 1) * width + min(coins, width - 1))


@njit
def _less(some: Cards, others: Cards) -> Cards:
    return (
        some[0] - others[0],
        some[1] - others[1],
        some[2] - others[2],
        some[3] - others[3],
        some[4] - others[4],
    )


@njit
def _more(some: Cards, others: Cards) -> Cards:
    return (
        some[0] + others[0],
        some[1] + others[1],
        some[2] + others[2],
        some[3] + others[3],
        some[4] + others[4],
    )
