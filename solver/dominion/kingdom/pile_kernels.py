"""Kernels of one terminal card that draws, by the real rule of draw pile and discard pile.

As `llq.solver.dominion.fewest.pile_kernels`, with a fifth class of cards: Copper, Silver, Gold, the
kingdom card, cards without use. States are those before a hand, numbered by the draw pile with the
last class fastest.

The card is played once a turn at most, after the hand is drawn, or kept in hand: a player who knows
the piles may prefer not to draw. What it draws comes from the draw pile. Where that runs out, the
discard pile alone is shuffled; the hand and the played card lie outside both piles until the turn
ends. Of a turn that begins with the draw pile ``p`` there are three kinds:

- ``p`` has the hand and what the card draws. Then only what the hand left of it and the coins in
  hand matter: ``played[left, coins]`` is the mean of what follows.
- ``p`` has the hand but not what the card draws. Then a player who plays it has drawn all of ``p``,
  whatever the hand was, and the rest comes from all cards that were not in ``p``.
- ``p`` lacks cards for the hand: it is in hand, and the rest comes from all other cards, which are
  the draw pile when the card is played.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit

__all__ = ["Game", "Room", "deck_at", "fewest", "prepare", "steps_of"]

_FINISHED, _MISSING, _BEYOND = -1, -2, -3  # as in decks
_HAND = 5
_MOST = 3 * (_HAND - 1)
"""Coins of a hand without the card that is played."""

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Pile = tuple[int, int, int, int, int]


class Game(NamedTuple):
    """A game as the kernels take it.

    Parameters
    ----------
    counts
        (decks, 5) int64. Cards of each class.
    offset
        (decks + 1,) int64. The first state of each deck.
    target
        (decks, purchases) int64. The deck after each purchase of one card, or a negative number.
    allowed
        (decks, bands, purchases + 1) bool. The purchases that a player chooses from with the coins
        of a band, the last being passing: all that they pay for, or the one of a rule.
    band
        (coins,) int64. The band of so many coins: sums that pay for the same purchases.
    beyond
        (decks,) float64. The value beyond the caps of a relaxed box.
    ways
        (cards + 1, draws + 1) float64. Ways to draw so few of so many cards.
    draws, coins
        Cards and coins that the card gives.
    plays
        Whether it is played whenever it can be; else the player chooses.
    """

    counts: Ints
    offset: Ints
    target: Ints
    allowed: Bools
    band: Ints
    beyond: Floats
    ways: Floats
    draws: int
    coins: int
    plays: bool


class Room(NamedTuple):
    """Room for the piles of the largest deck, modified by the kernels.

    Parameters
    ----------
    parts
        (piles, 5) int64. Cards of each class of each pile.
    order
        (piles,) int64. Piles of few cards first.
    begin
        (cards + 2,) int64. Where in ``order`` the piles of so many cards begin.
    bought, spent
        (piles, bands) float64. The best value after a turn that leaves a pile, with the coins of a
        band: by a purchase, and by a purchase or passing.
    played
        (piles, 13) float64. The mean of ``spent`` after the card is played, by what the hand left
        of the draw pile and the coins in hand.
    drawn
        (piles,) float64. The mean of ``spent`` after a turn that begins with a pile that has a hand
        but not all that the card draws, and the card is played.
    """

    parts: Ints
    order: Ints
    begin: Ints
    bought: Floats
    spent: Floats
    played: Floats
    drawn: Floats


@njit
def _mean(
    pile: Pile, here: int, cards: int, coins: int, steps: Pile, game: Game, spent: Floats
) -> float:
    """Return the mean of ``spent`` over ``cards`` drawn from a pile, ``coins`` being in hand."""
    p, q, r, k, s = pile
    ways, total = game.ways, 0.0
    for golds in range(min(r, cards) + 1):
        for silvers in range(min(q, cards - golds) + 1):
            for copies in range(min(k, cards - golds - silvers) + 1):
                left = cards - golds - silvers - copies
                weight = ways[r, golds] * ways[q, silvers] * ways[k, copies]
                before = here - golds * steps[2] - silvers * steps[1] - copies * steps[3]
                money = coins + 3 * golds + 2 * silvers
                part = 0.0
                for i in range(max(0, left - s), min(p, left) + 1):
                    part += (
                        ways[p, i]
                        * ways[s, left - i]
                        * spent[before - i * steps[0] - (left - i), game.band[money + i]]
                    )
                total += weight * part
    mean: float = total / ways[p + q + r + k + s, cards]
    return mean


@njit
def _play(pile: Pile, here: int, size: int, steps: Pile, game: Game, room: Room) -> None:
    """Fill ``played`` of a pile: the card draws what there is of it."""
    p, q, r, k, s = pile
    ways, cards = game.ways, min(game.draws, size)
    row = room.played[here]
    row[:] = 0.0
    all_ways = ways[size, cards]
    for golds in range(min(r, cards) + 1):
        for silvers in range(min(q, cards - golds) + 1):
            for copies in range(min(k, cards - golds - silvers) + 1):
                left = cards - golds - silvers - copies
                weight = ways[r, golds] * ways[q, silvers] * ways[k, copies] / all_ways
                before = here - golds * steps[2] - silvers * steps[1] - copies * steps[3]
                money = game.coins + 3 * golds + 2 * silvers
                for i in range(max(0, left - s), min(p, left) + 1):
                    share = weight * ways[p, i] * ways[s, left - i]
                    after = room.spent[before - i * steps[0] - (left - i)]
                    for coins in range(_MOST + 1):
                        row[coins] += share * after[game.band[coins + money + i]]


@njit
def _turn(
    pile: Pile, here: int, size: int, deck: Pile, steps: Pile, game: Game, room: Room
) -> float:
    """Return the mean value after a turn that begins with a draw pile."""
    held, coins, cards, first = 0, 0, _HAND, here
    drawn_up = _HAND <= size < _HAND + game.draws
    p, q, r, k, s = pile
    money = p + 2 * q + 3 * r
    rest = (deck[0] - p, deck[1] - q, deck[2] - r, deck[3] - k, deck[4] - s)
    others = deck[0] + deck[1] + deck[2] + deck[3] + deck[4] - size
    there = (
        rest[0] * steps[0] + rest[1] * steps[1] + rest[2] * steps[2] + rest[3] * steps[3] + rest[4]
    )
    if size < _HAND:
        held, coins, cards, first = k, money, _HAND - size, there
        p, q, r, k, s = rest
    elif drawn_up and k > 0:
        more = min(game.draws - (size - _HAND), others)
        room.drawn[here] = _mean(rest, there, more, money + game.coins, steps, game, room.spent)
    ways, total = game.ways, 0.0
    for golds in range(min(r, cards) + 1):
        for silvers in range(min(q, cards - golds) + 1):
            for copies in range(min(k, cards - golds - silvers) + 1):
                left = cards - golds - silvers - copies
                weight = ways[r, golds] * ways[q, silvers] * ways[k, copies]
                before = first - golds * steps[2] - silvers * steps[1] - copies * steps[3]
                total_coins = coins + 3 * golds + 2 * silvers
                can_play = held + copies > 0
                part = 0.0
                for i in range(max(0, left - s), min(p, left) + 1):
                    after = before - i * steps[0] - (left - i)
                    value = room.spent[after, game.band[total_coins + i]]
                    if can_play:
                        other = (
                            room.drawn[here] if drawn_up else room.played[after, total_coins + i]
                        )
                        value = other if game.plays else min(value, other)
                    part += ways[p, i] * ways[s, left - i] * value
                total += weight * part
    mean: float = total / ways[p + q + r + k + s, cards]
    return mean


@njit
def _list_piles(deck: Pile, room: Room) -> None:
    """Fill ``parts``, ``order`` and ``begin`` with the piles of a deck."""
    begin = room.begin
    begin[:] = 0
    here = 0
    for p in range(deck[0] + 1):
        for q in range(deck[1] + 1):
            for r in range(deck[2] + 1):
                for k in range(deck[3] + 1):
                    for s in range(deck[4] + 1):
                        parts = room.parts[here]
                        parts[0], parts[1], parts[2], parts[3], parts[4] = p, q, r, k, s
                        begin[p + q + r + k + s + 1] += 1
                        here += 1
    for size in range(len(begin) - 1):
        begin[size + 1] += begin[size]
    for pile in range(here):
        size = room.parts[pile].sum()
        room.order[begin[size]] = pile
        begin[size] += 1
    for size in range(len(begin) - 1, 0, -1):
        begin[size] = begin[size - 1]
    begin[0] = 0


@njit
def _buy(deck: int, piles: int, most: int, game: Game, values: Floats, room: Room) -> None:
    """Fill ``bought`` of a deck's piles of at most ``most`` cards."""
    bands = game.allowed.shape[1]
    for i in range(piles):
        for j in range(bands):
            room.bought[i, j] = np.inf
    for which in range(game.target.shape[1]):
        target = game.target[deck, which]
        if target == _MISSING:
            continue
        steps = steps_of(deck_at(game, max(target, 0)))
        for i in range(piles):
            p, q, r, k, s = room.parts[i]
            if p + q + r + k + s > most:
                continue
            value = game.beyond[deck] if target == _BEYOND else 0.0
            if target >= 0:
                there = p * steps[0] + q * steps[1] + r * steps[2] + k * steps[3] + s
                value = values[game.offset[target] + there]
            for j in range(bands):
                if game.allowed[deck, j, which] and value < room.bought[i, j]:
                    room.bought[i, j] = value


@njit
def deck_at(game: Game, index: int) -> Pile:
    """Return the cards of each class in a deck."""
    counts = game.counts[index]
    return (counts[0], counts[1], counts[2], counts[3], counts[4])


@njit
def steps_of(deck: Pile) -> Pile:
    """Return how far a pile's number grows with a card of each class."""
    step3 = deck[4] + 1
    step2 = step3 * (deck[3] + 1)
    step1 = step2 * (deck[2] + 1)
    return (step1 * (deck[1] + 1), step1, step2, step3, 1)


@njit
def _fill(
    deck: Pile, index: int, most: int, is_new: bool, game: Game, here: Floats, room: Room
) -> None:
    """Fill ``spent`` and ``played`` of a deck's piles, and the values of those that draw enough.

    The values of smaller piles are read. ``is_new`` says whether those of larger ones are filled.
    """
    steps = steps_of(deck)
    passes = game.allowed[index, :, -1]
    for size in range(most + 1):
        for place in range(room.begin[size], room.begin[size + 1]):
            pile = room.order[place]
            p, q, r, k, s = room.parts[pile]
            if is_new and size >= _HAND + game.draws:
                here[pile] = 1.0 + _turn((p, q, r, k, s), pile, size, deck, steps, game, room)
            for j in range(len(passes)):
                value = room.bought[pile, j]
                room.spent[pile, j] = min(value, here[pile]) if passes[j] else value
            # a hand leaves n - 5 cards after a shuffle, n - 10 at most without
            if deck[3] > 0 and (size == most or size <= most - _HAND):
                _play((p, q, r, k, s), pile, size, steps, game, room)


@njit
def prepare(index: int, game: Game, values: Floats, room: Room) -> None:
    """Fill the room with what a deck's values, which are known, lead to."""
    deck = deck_at(game, index)
    steps, most = steps_of(deck), game.counts[index].sum() - _HAND
    first, last = game.offset[index], game.offset[index + 1]
    here = values[first:last]
    _list_piles(deck, room)
    _buy(index, last - first, most, game, values, room)
    _fill(deck, index, most, False, game, here, room)
    for size in range(_HAND, min(_HAND + game.draws, most + 1)):
        for place in range(room.begin[size], room.begin[size + 1]):
            p, q, r, k, s = room.parts[room.order[place]]
            _turn((p, q, r, k, s), room.order[place], size, deck, steps, game, room)


@njit
def fewest(
    decks: Ints, game: Game, values: Floats, room: Room, tolerance: float, residual: Floats
) -> int:
    """Fill the expected turns of some decks, after all that they lead to; return the rounds.

    A deck that passes comes back to its own piles. Its draw pile then shrinks, until a turn begins
    with fewer cards than a hand and the card's draws take: all loops go through those small piles.
    Their values are guessed, carried through one round of the piles, and so on until none is off by
    more than ``tolerance``. ``residual`` (1,) keeps the largest last change. As every turn costs 1,
    values whose turns are off by at most e lie within a factor of 1 ± e of the exact ones.
    """
    rounds = 0
    for index in decks:
        deck = deck_at(game, index)
        steps, most = steps_of(deck), game.counts[index].sum() - _HAND
        first, last = game.offset[index], game.offset[index + 1]
        here = values[first:last]
        _list_piles(deck, room)
        _buy(index, last - first, most, game, values, room)
        if _is_stuck(index, game, room.bought):
            here[:] = np.inf
            continue
        for pile in range(last - first):
            here[pile] = room.bought[pile, -1] if room.bought[pile, -1] < np.inf else 0.0
        before = np.inf
        while True:
            _fill(deck, index, most, True, game, here, room)
            change = 0.0
            for size in range(min(_HAND + game.draws, most + 1)):
                for place in range(room.begin[size], room.begin[size + 1]):
                    pile = room.order[place]
                    p, q, r, m, s = room.parts[pile]
                    value = 1.0 + _turn((p, q, r, m, s), pile, size, deck, steps, game, room)
                    change = max(change, abs(value - here[pile]))
                    here[pile] = value
            rounds += 1
            if change <= tolerance or (change >= before and change < 1e-9):
                residual[0] = max(residual[0], change)
                break
            before = change
    return rounds


@njit
def _is_stuck(deck: int, game: Game, bought: Floats) -> bool:
    """Return whether no hand of a deck pays for a purchase that leads to the goal."""
    copies = game.counts[deck, 3]
    coins = game.coins if copies else 0
    left = _HAND - 1 + game.draws if copies else _HAND
    for which in range(3):
        held = min(left, game.counts[deck, 2 - which])
        coins += held * (3 - which)
        left -= held
    return bool(bought[0, : game.band[coins] + 1].min() == np.inf)
