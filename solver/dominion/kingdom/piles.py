"""Fewest expected turns to Provinces with money and one drawing card, by the real rule.

Draw pile and discard pile as in `llq.solver.dominion.fewest.piles`. The hand and a played card lie
outside both until the turn ends, so that a card that draws past the end of the draw pile shuffles
the discard pile without them.

How often best play begins a turn in a state is a sweep forward. Purchases lead to larger decks, so
the decks are met in the order of their size. Within one, chances flow from large draw piles to
small ones, as in `llq.solver.dominion.fewest.pile_kernels`; what comes back to large ones by a
shuffle waits for the next round, until there is no more of it.

References
----------
Dominion (2nd edition, Rio Grande Games 2016), rulebook: a player who must draw from an empty deck
shuffles the discard pile; cards in play and in hand are discarded in the Clean-up phase.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.arrays import copy_into
from llq.solver.dominion.fewest.decks import Caps, money_box
from llq.solver.dominion.fewest.pile_kernels import (
    _BEYOND,
    _FINISHED,
    _HAND,
    _MISSING,
    Pile,
    PileArrays,
    Room,
    deck_at,
    prepare,
    steps_of,
)
from llq.solver.dominion.fewest.piles import PileGame, PileValues
from llq.solver.dominion.kingdom.cards import KingdomCard, check_draws_only
from llq.solver.jit import njit

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_LEAST = 1e-16
"""A chance that comes back by shuffles and is followed no further."""


def kingdom_piles(
    card: KingdomCard, provinces: int, caps: Caps, *, relaxed: bool = False
) -> PileGame:
    """Return a game from the starting deck within caps.

    Raises
    ------
    IllegalState
        The card is not one that only draws.

    Examples
    --------
    >>> from llq.solver.dominion.kingdom.cards import find_card
    >>> game = kingdom_piles(find_card("smithy"), 1, Caps(0, 5, 4, 1))
    >>> round(game.optimum().turns, 4)
    6.856
    """
    check_draws_only(card)
    return PileGame(money_box(provinces, caps, card=card, relaxed=relaxed), card)


def count_visits(best: PileValues) -> tuple[Floats, Floats]:
    """Return how often best play begins a turn in each state, and with how many copies it ends.

    Returns
    -------
    (states,) and (copies + 1,) float64
        Expected turns, which sum to the expected turns of the game, and the chances of each number
        of copies of the card.
    """
    game = best.game
    mass, ends = np.zeros(game.states), np.zeros(game.box.shape[3])
    mass[0] = 1.0
    room = game.room()
    flows = Flows(*map(np.zeros_like, (room.drawn, room.spent, room.played)))
    decks = np.argsort(game.level, kind="stable")
    _visit(decks, game.tables, best.values, mass, room, flows, ends)
    return mass, ends


class Flows(NamedTuple):
    """Chances that wait within a deck, zero between decks; modified by the kernel.

    Parameters
    ----------
    begun
        (piles,) float64. Of a turn to begin.
    spent
        (piles, bands) float64. Of a purchase to be made, by the draw pile that is left.
    played
        (piles, 13) float64. Of the card's draws, as ``Room.played``.
    """

    begun: Floats
    spent: Floats
    played: Floats


@njit
def _visit(
    decks: Ints,
    game: PileArrays,
    values: Floats,
    mass: Floats,
    room: Room,
    flows: Flows,
    ends: Floats,
) -> None:
    """Turn the chances to reach each state into visits, deck by deck, in place.

    Parameters
    ----------
    decks
        (decks,) int64. All decks, those with few cards first.
    values
        (states,) float64. Expected turns.
    mass
        (states,) float64. At first the chance to start in each state, in the end the expected turns
        that begin there.
    ends
        (copies + 1,) float64. Chance to end with each number of copies gained.
    """
    for index in decks:
        first, last = game.offset[index], game.offset[index + 1]
        here = mass[first:last]
        if here.sum() < _LEAST:
            continue
        deck = deck_at(game, index)
        steps, most = steps_of(deck), game.counts[index].sum() - _HAND
        prepare(index, game, values, room)
        copy_into(flows.begun, here)
        here[:] = 0.0
        moved = 1.0
        while moved > _LEAST:
            moved = 0.0
            for size in range(most, -1, -1):
                for place in range(room.begin[size], room.begin[size + 1]):
                    pile = room.order[place]
                    p, q, r, k, s = room.parts[pile]
                    if deck[3] > 0:
                        _draw((p, q, r, k, s), pile, size, steps, game, flows)
                    _spend(index, pile, game, values, room, flows, mass, ends)
                    share = flows.begun[pile]
                    if share > 0.0:
                        flows.begun[pile] = 0.0
                        here[pile] += share
                        _begin((p, q, r, k, s), pile, share, deck, game, room, flows)
                        if size < _HAND + game.draws:
                            moved += share
        flows.spent[: last - first] = 0.0
        flows.played[: last - first] = 0.0


@njit
def _draw(pile: Pile, here: int, size: int, steps: Pile, game: PileArrays, flows: Flows) -> None:
    """Let the card that was played draw from a pile."""
    for coins in range(flows.played.shape[1]):
        share = flows.played[here, coins]
        if share > 0.0:
            flows.played[here, coins] = 0.0
            money = coins + game.coins
            _spread(pile, here, min(game.draws, size), money, share, steps, game, flows)


@njit
def _spread(
    pile: Pile,
    here: int,
    cards: int,
    coins: int,
    share: float,
    steps: Pile,
    game: PileArrays,
    flows: Flows,
) -> None:
    """Spread a chance over the draws of ``cards`` cards of a pile, to be spent."""
    p, q, r, k, s = pile
    ways = game.ways
    share /= ways[p + q + r + k + s, cards]
    for golds in range(min(r, cards) + 1):
        for silvers in range(min(q, cards - golds) + 1):
            for copies in range(min(k, cards - golds - silvers) + 1):
                left = cards - golds - silvers - copies
                weight = share * ways[r, golds] * ways[q, silvers] * ways[k, copies]
                before = here - golds * steps[2] - silvers * steps[1] - copies * steps[3]
                money = coins + 3 * golds + 2 * silvers
                for i in range(max(0, left - s), min(p, left) + 1):
                    after = before - i * steps[0] - (left - i)
                    flow = weight * ways[p, i] * ways[s, left - i]
                    flows.spent[after, game.band[money + i]] += flow


@njit
def _begin(
    pile: Pile,
    here: int,
    share: float,
    deck: Pile,
    game: PileArrays,
    room: Room,
    flows: Flows,
) -> None:
    """Spread the chance of a turn that begins with a draw pile over its hands, played or kept."""
    p, q, r, k, s = pile
    steps, size = steps_of(deck), p + q + r + k + s
    held, coins, cards, first = 0, 0, _HAND, here
    all_money = p + 2 * q + 3 * r + game.coins
    rest = (deck[0] - p, deck[1] - q, deck[2] - r, deck[3] - k, deck[4] - s)
    there = (
        rest[0] * steps[0] + rest[1] * steps[1] + rest[2] * steps[2] + rest[3] * steps[3] + rest[4]
    )
    drawn_up = _HAND <= size < _HAND + game.draws
    if size < _HAND:
        held, coins, cards, first = k, all_money - game.coins, _HAND - size, there
        p, q, r, k, s = rest
    ways, shuffled = game.ways, 0.0
    share /= ways[p + q + r + k + s, cards]
    for golds in range(min(r, cards) + 1):
        for silvers in range(min(q, cards - golds) + 1):
            for copies in range(min(k, cards - golds - silvers) + 1):
                left = cards - golds - silvers - copies
                weight = share * ways[r, golds] * ways[q, silvers] * ways[k, copies]
                before = first - golds * steps[2] - silvers * steps[1] - copies * steps[3]
                money = coins + 3 * golds + 2 * silvers
                for i in range(max(0, left - s), min(p, left) + 1):
                    after = before - i * steps[0] - (left - i)
                    flow = weight * ways[p, i] * ways[s, left - i]
                    kept = room.spent[after, game.band[money + i]]
                    if held + copies == 0:
                        flows.spent[after, game.band[money + i]] += flow
                    elif drawn_up:
                        if game.plays or room.drawn[here] < kept:
                            shuffled += flow
                        else:
                            flows.spent[after, game.band[money + i]] += flow
                    elif game.plays or room.played[after, money + i] < kept:
                        flows.played[after, money + i] += flow
                    else:
                        flows.spent[after, game.band[money + i]] += flow
    if shuffled > 0.0:
        others = deck[0] + deck[1] + deck[2] + deck[3] + deck[4] - size
        more = min(game.draws - (size - _HAND), others)
        _spread(rest, there, more, all_money, shuffled, steps, game, flows)


@njit
def _spend(
    index: int,
    pile: int,
    game: PileArrays,
    values: Floats,
    room: Room,
    flows: Flows,
    mass: Floats,
    ends: Floats,
) -> None:
    """Make the best purchase after a turn that leaves a pile, in each band of coins."""
    p, q, r, k, s = room.parts[pile]
    for band in range(flows.spent.shape[1]):
        share = flows.spent[pile, band]
        if share == 0.0:
            continue
        flows.spent[pile, band] = 0.0
        best, into = np.inf, _MISSING
        if game.allowed[index, band, -1]:
            best, into = values[game.offset[index] + pile], game.offset[index] + pile
        is_passed = into != _MISSING
        for which in range(game.target.shape[1]):
            target = game.target[index, which]
            if target == _MISSING or not game.allowed[index, band, which]:
                continue
            value, there = 0.0, target
            if target == _BEYOND:
                value = game.beyond[index]
            elif target != _FINISHED:
                steps = steps_of(deck_at(game, target))
                there = game.offset[target]
                there += p * steps[0] + q * steps[1] + r * steps[2] + k * steps[3] + s
                value = values[there]
            if value < best:
                best, into, is_passed = value, there, False
        if is_passed:
            flows.begun[pile] += share
        elif into >= 0:
            mass[into] += share
        elif into == _FINISHED:
            ends[game.counts[index, 3] - game.counts[0, 3]] += share
