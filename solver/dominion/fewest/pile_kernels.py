"""Kernels of the real rule: a state is a deck and the part of it that lies in the draw pile.

Cards fall into five classes: Copper, Silver, Gold, a kingdom card that draws, and cards without
use; without a kingdom card, none is of the fourth. Of a deck with n cards the draw piles are a box
of copies of each class, numbered with the last class fastest from ``game.offset[deck]`` on; the
discard pile is the rest. States are those before a hand is drawn, so that n - 5 cards at most lie
in the draw pile: the full deck to be shuffled counts as all discarded.

A hand of five is drawn from the draw pile. With fewer than five cards there, all of them are drawn,
the discard pile becomes the draw pile, and the rest of the hand comes from it. Hand and purchase
are discarded: the new deck's draw pile is what the hand left. ``spent[pile, band]`` is the value
after the turn, where ``pile`` is left and the hand paid for the cards of ``band``: see
`PileArrays`.

The kingdom card is played once a turn at most, after the hand is drawn, or kept in hand: a player
who knows the piles may prefer not to draw. What it draws comes from the draw pile. Where that runs
out, the discard pile alone is shuffled; the hand and the played card lie outside both piles until
the turn ends. Of a turn that begins with the draw pile ``p`` there are three kinds:

- ``p`` has the hand and what the card draws. Then only what the hand left of it and the coins in
  hand matter: ``played[left, coins]`` is the mean of what follows.
- ``p`` has the hand but not what the card draws. Then a player who plays it has drawn all of ``p``,
  whatever the hand was, and the rest comes from all cards that were not in ``p``.
- ``p`` lacks cards for the hand: it is in hand, and the rest comes from all other cards, which are
  the draw pile when the card is played.

All minimise: expected turns, the chance not to be done, or the points missed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit

_FINISHED, _MISSING, _BEYOND = -1, -2, -3  # as in decks
_HAND = 5
_MOST = 3 * (_HAND - 1)
"""Coins of a hand without the card that is played."""

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Pile = tuple[int, int, int, int, int]


class PileArrays(NamedTuple):
    """A game as the kernels take it.

    Parameters
    ----------
    counts
        (decks, 5) int64. Cards of each class.
    offset
        (decks + 1,) int64. The first state of each deck.
    target
        (decks, purchases) int64. The deck after each purchase of one card, or a negative number.
    gain
        (purchases,) float64. What a purchase adds to the value at once.
    allowed
        (decks, bands, purchases + 1) bool. The purchases that a player chooses from with the coins
        of a band, the last being passing: all that they pay for, or the one of a rule.
    band
        (coins,) int64. The band of each sum: those of a band pay for the same purchases.
    beyond
        (decks,) float64. The value beyond the caps of a relaxed box.
    ways
        (cards + 1, draws + 1) float64. Ways to draw a number of cards from a number of cards.
    draws, coins
        Cards and coins that the kingdom card gives, 0 where there is none.
    plays
        Whether it is played whenever it can be; else the player chooses.
    """

    counts: Ints
    offset: Ints
    target: Ints
    gain: Floats
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
        (cards + 2,) int64. Where in ``order`` the piles of each number of cards begin.
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


@njit(forceinline=True)
def _draw(
    pile: Pile,
    here: int,
    size: int,
    deck: Pile,
    steps: Pile,
    spent: Floats,
    band: Ints,
    ways: Floats,
) -> float:
    """Return the mean of ``spent`` over the hands of a draw pile without a kingdom card."""
    p, q, r, _, s = pile
    cards, coins = _HAND, 0
    if size < _HAND:
        cards, coins = _HAND - size, p + 2 * q + 3 * r
        p, q, r, s = deck[0] - p, deck[1] - q, deck[2] - r, deck[4] - s
        here = p * steps[0] + q * steps[1] + r * steps[2] + s
    total = 0.0
    for k in range(min(r, cards) + 1):
        ways_k = ways[r, k]
        for j in range(min(q, cards - k) + 1):
            ways_j = ways_k * ways[q, j]
            left = cards - k - j
            money = coins + 3 * k + 2 * j
            before = here - k * steps[2] - j * steps[1]
            part = 0.0
            for i in range(max(0, left - s), min(p, left) + 1):
                part += (
                    ways[p, i]
                    * ways[s, left - i]
                    * spent[before - i * steps[0] - (left - i), band[money + i]]
                )
            total += ways_j * part
    mean: float = total / ways[p + q + r + s, cards]
    return mean


@njit
def _mean(
    pile: Pile, here: int, cards: int, coins: int, steps: Pile, spent: Floats, game: PileArrays
) -> float:
    """Return the mean of ``spent`` over ``cards`` drawn from a pile, ``coins`` being in hand."""
    p, q, r, k, s = pile
    band, ways, total = game.band, game.ways, 0.0
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
                        * spent[before - i * steps[0] - (left - i), band[money + i]]
                    )
                total += weight * part
    mean: float = total / ways[p + q + r + k + s, cards]
    return mean


@njit
def _play(pile: Pile, here: int, size: int, steps: Pile, game: PileArrays, room: Room) -> None:
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


@njit(forceinline=True)
def _turn(
    pile: Pile, here: int, size: int, deck: Pile, steps: Pile, game: PileArrays, room: Room
) -> float:
    """Return the mean value after a turn that begins with a draw pile."""
    if deck[3] > 0:
        return _turn_with_card(pile, here, size, deck, steps, game, room)
    return _draw(pile, here, size, deck, steps, room.spent, game.band, game.ways)


@njit
def _turn_with_card(
    pile: Pile, here: int, size: int, deck: Pile, steps: Pile, game: PileArrays, room: Room
) -> float:
    """Return the mean value after a turn that begins with a draw pile, by decks with the card."""
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
        room.drawn[here] = _mean(rest, there, more, money + game.coins, steps, room.spent, game)
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
def _buy(deck: Pile, index: int, most: int, game: PileArrays, values: Floats, room: Room) -> None:
    """Fill ``bought`` of a deck's piles of at most ``most`` cards."""
    bought, pays = room.bought, game.allowed[index]
    bands, piles = pays.shape[0], game.offset[index + 1] - game.offset[index]
    for i in range(piles):
        for j in range(bands):
            bought[i, j] = np.inf
    for which in range(game.target.shape[1]):
        target, gain = game.target[index, which], game.gain[which]
        if target == _MISSING:
            continue
        low = 0
        while low < bands and not pays[low, which]:
            low += 1
        if target < 0:
            value = gain + (game.beyond[index] if target == _BEYOND else 0.0)
            for i in range(piles):
                for j in range(bands):
                    if pays[j, which] and value < bought[i, j]:
                        bought[i, j] = value
            continue
        steps = steps_of(deck_at(game, target))
        first, here = game.offset[target], 0
        for p in range(deck[0] + 1):
            for q in range(deck[1] + 1):
                for r in range(deck[2] + 1):
                    for k in range(deck[3] + 1):
                        there = first + p * steps[0] + q * steps[1] + r * steps[2] + k * steps[3]
                        for s in range(deck[4] + 1):
                            if p + q + r + k + s <= most:
                                value = gain + values[there + s]
                                for j in range(low, bands):
                                    if value < bought[here, j] and pays[j, which]:
                                        bought[here, j] = value
                            here += 1


@njit
def deck_at(game: PileArrays, index: int) -> Pile:
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
    deck: Pile, index: int, least: int, stride: int, game: PileArrays, here: Floats, room: Room
) -> None:
    """Fill ``spent`` and ``played`` of a deck's piles, of every ``stride``-th size from ``least``.

    The values of piles that have the hand and what the card draws are filled first, where
    ``stride`` is positive; else all values are known.
    """
    steps, most = steps_of(deck), deck[0] + deck[1] + deck[2] + deck[3] + deck[4] - _HAND
    passes, few, step = game.allowed[index, :, -1], _HAND + game.draws, max(stride, 1)
    for p in range(deck[0] + 1):  # a pile comes after all that are part of it
        for q in range(deck[1] + 1):
            for r in range(deck[2] + 1):
                for k in range(deck[3] + 1):
                    base = p * steps[0] + q * steps[1] + r * steps[2] + k * steps[3]
                    for s in range((least - p - q - r - k) % step, deck[4] + 1, step):
                        size, pile = p + q + r + k + s, base + s
                        if size > most:
                            break
                        parts = (p, q, r, k, s)
                        if stride > 0 and size >= few:
                            here[pile] = 1.0 + _turn(parts, pile, size, deck, steps, game, room)
                        for j in range(len(passes)):
                            value = room.bought[pile, j]
                            room.spent[pile, j] = min(value, here[pile]) if passes[j] else value
                        # a hand leaves n - 5 cards after a shuffle, n - 10 at most without
                        if deck[3] > 0 and (size == most or size <= most - _HAND):
                            _play(parts, pile, size, steps, game, room)


@njit
def _guess(
    deck: Pile, least: int, stride: int, game: PileArrays, here: Floats, room: Room
) -> float:
    """Fill the values of piles too small for a hand and what the card draws, given all others.

    Return by how much they change at most.
    """
    steps, most = steps_of(deck), deck[0] + deck[1] + deck[2] + deck[3] + deck[4] - _HAND
    last, change = min(_HAND + game.draws - 1, most), 0.0
    for p in range(min(deck[0], last) + 1):
        for q in range(min(deck[1], last - p) + 1):
            for r in range(min(deck[2], last - p - q) + 1):
                for k in range(min(deck[3], last - p - q - r) + 1):
                    rest = last - p - q - r - k
                    for s in range(
                        (least - p - q - r - k) % stride, min(deck[4], rest) + 1, stride
                    ):
                        pile = p * steps[0] + q * steps[1] + r * steps[2] + k * steps[3] + s
                        size = p + q + r + k + s
                        value = 1.0 + _turn((p, q, r, k, s), pile, size, deck, steps, game, room)
                        change = max(change, abs(value - here[pile]))
                        here[pile] = value
    return change


@njit
def prepare(index: int, game: PileArrays, values: Floats, room: Room) -> None:
    """Fill the room with what a deck's values, which are known, lead to."""
    deck = deck_at(game, index)
    steps, most = steps_of(deck), game.counts[index].sum() - _HAND
    first, last = game.offset[index], game.offset[index + 1]
    _list_piles(deck, room)
    _buy(deck, index, most, game, values, room)
    _fill(deck, index, 0, 0, game, values[first:last], room)
    for size in range(_HAND, min(_HAND + game.draws, most + 1)):
        for place in range(room.begin[size], room.begin[size + 1]):
            p, q, r, k, s = room.parts[room.order[place]]
            _turn((p, q, r, k, s), room.order[place], size, deck, steps, game, room)


@njit
def one_turn(decks: Ints, game: PileArrays, values: Floats, after: Floats, room: Room) -> None:
    """Fill ``values`` of some decks, where ``after`` are the values with a turn less to go.

    Parameters
    ----------
    decks
        (any,) int64. Numbers of decks.
    values, after
        (states,) float64.
    """
    spent, passes = room.spent, game.allowed[:, :, -1]
    for index in decks:
        deck = deck_at(game, index)
        steps, most = steps_of(deck), game.counts[index].sum() - _HAND
        first, last = game.offset[index], game.offset[index + 1]
        _buy(deck, index, most, game, after, room)
        for pile in range(last - first):
            value = after[first + pile]
            for j in range(passes.shape[1]):
                bought = room.bought[pile, j]
                spent[pile, j] = min(value, bought) if passes[index, j] else bought
        here = 0
        for p in range(deck[0] + 1):
            for q in range(deck[1] + 1):
                for r in range(deck[2] + 1):
                    for s in range(deck[4] + 1):
                        size = p + q + r + s
                        if size <= most:
                            pile5 = (p, q, r, 0, s)
                            values[first + here] = _draw(
                                pile5, here, size, deck, steps, spent, game.band, game.ways
                            )
                        here += 1


@njit
def fewest(
    decks: Ints, game: PileArrays, values: Floats, room: Room, tolerance: float, residual: Floats
) -> int:
    """Fill the expected turns of some decks, after all that they lead to; return the rounds.

    A deck that passes comes back to its own piles. Its draw pile then shrinks, until a turn begins
    with fewer cards than a hand and the card's draws take: all loops go through those small piles.
    Without a card the sizes of the draw pile go down by five, and after a shuffle from n - 5 again,
    so that all loops go through the piles of n mod 5 cards, at most 35 of them.

    The values of these piles are guessed, carried through one round of the piles, and so on until
    no guess is off by more than ``tolerance``; a change that shrinks steadily is carried to its
    limit. ``residual`` (1,) keeps the largest last change. As every turn costs 1, values whose
    turns are off by at most e lie within a factor of 1 ± e of the exact ones, however the guesses
    were made.
    """
    rounds = 0
    stride = 1 if game.draws else _HAND
    for index in decks:
        deck = deck_at(game, index)
        most = game.counts[index].sum() - _HAND
        first, last = game.offset[index], game.offset[index + 1]
        here = values[first:last]
        _buy(deck, index, most, game, values, room)
        if _is_stuck(index, game, room.bought):
            here[:] = np.inf
            continue
        for pile in range(last - first):
            here[pile] = room.bought[pile, -1] if room.bought[pile, -1] < np.inf else 0.0
        least, before = most % stride, np.inf
        while True:
            _fill(deck, index, least, stride, game, here, room)
            change = _guess(deck, least, stride, game, here, room)
            rounds += 1
            if change <= tolerance or (change >= before and change < 1e-9):
                residual[0] = max(residual[0], change)
                break
            before = change
        # All other piles, once: those of fewer than five cards lead to n - 5.
        for other in range(stride):
            if other != least:
                _guess(deck, other, stride, game, here, room)
        for other in range(stride):
            if other != least:
                _fill(deck, index, other, stride, game, here, room)
    return rounds


@njit
def _is_stuck(deck: int, game: PileArrays, bought: Floats) -> bool:
    """Return whether no hand of a deck pays for a purchase that leads to the goal."""
    copies = game.counts[deck, 3]
    coins = game.coins if copies else 0
    left = _HAND - 1 + game.draws if copies else _HAND
    for which in range(3):
        held = min(left, game.counts[deck, 2 - which])
        coins += held * (3 - which)
        left -= held
    return bool(bought[0, : game.band[coins] + 1].min() == np.inf)


@njit
def choose(index: int, game: PileArrays, values: Floats, choice: NDArray[np.int8]) -> None:
    """Fill ``choice`` (piles, bands) with the purchase that is best after a hand left each pile.

    -1 passes, which yields to a purchase that is as good.
    """
    a, b, c, d, e = deck_at(game, index)
    most = a + b + c + d + e - _HAND
    first = game.offset[index]
    here = 0
    for p in range(a + 1):
        for q in range(b + 1):
            for r in range(c + 1):
                for k in range(d + 1):
                    for s in range(e + 1):
                        if p + q + r + k + s <= most:
                            for j in range(game.allowed.shape[1]):
                                best, choice[here, j] = values[first + here], -1
                                for which in range(game.target.shape[1]):
                                    target = game.target[index, which]
                                    if target == _MISSING or not game.allowed[index, j, which]:
                                        continue
                                    value = game.gain[which]
                                    if target == _BEYOND:
                                        value += game.beyond[index]
                                    elif target >= 0:
                                        steps = steps_of(deck_at(game, target))
                                        there = p * steps[0] + q * steps[1] + r * steps[2]
                                        there += game.offset[target] + k * steps[3] + s
                                        value += values[there]
                                    if value <= best and value < np.inf:
                                        best, choice[here, j] = value, which
                        here += 1
