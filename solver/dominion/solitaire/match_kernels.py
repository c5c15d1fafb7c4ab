"""Kernel that plays games: one random stream a game, so results do not depend on threads.

The stream of a game is one of `llq.solver.rng`, started from a hash of seed and game number.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.arrays import copy_into
from llq.solver.dominion.model import Purchase
from llq.solver.dominion.rules import HAND_SIZE
from llq.solver.jit import njit
from llq.solver.rng import next_bits, scale

_PASS, _TREASURE, _VICTORY = (int(purchase) for purchase in Purchase)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Codes = NDArray[np.unsignedinteger]


class Cards(NamedTuple):
    """Reduced game: cards by class, and best cards per money band."""

    class_values: Ints
    """(classes,): money of a card."""
    start: Ints
    """(classes,): starting cards."""
    dims: int
    """Coordinates of a reduced deck; the last counts victory cards."""
    band_from: Ints
    """(bands,): least money."""
    treasure: Ints
    """(bands,): class of the best treasure, or -1."""
    points: Ints
    """(bands,): points of the best victory card, or -1."""


class Chooser(NamedTuple):
    """A player's method: a policy with codes, playouts, or chance."""

    weights: Floats
    """(bands, 3): `Purchase` chances by band, for player or playouts."""
    playouts: int
    """Playouts per affordable action, by fresh hands; 0 disables them."""
    codes: Codes
    """(states,) or (0,): a policy as ``Solution.codes``."""
    turns: int
    """Longest game of the policy."""
    state_start: Ints
    """(turns + 1,): as ``DeckSpace.state_start``."""
    binomial: Ints
    """(dims, turns + 1): as ``DeckSpace.binomials``."""


class PlayedGames(NamedTuple):
    """Output arrays for the results of games."""

    scores: Ints
    """(games,): points won beyond the starting deck's."""
    counts: Ints
    """(turns, 3): purchases of each kind by turn."""


@njit
def _pick(stream: NDArray[np.uint64], cards: Ints, total: int) -> int:
    """Take a random one of ``total`` cards, counted by class, and return its class."""
    left = scale(next_bits(stream), total)
    which = 0
    while left >= cards[which]:
        left -= cards[which]
        which += 1
    cards[which] -= 1
    return which


@njit
def _draw(stream: NDArray[np.uint64], pile: Ints, discard: Ints, hand: Ints, real: bool) -> None:
    """Fill ``hand`` from ``pile``, removing its cards only under the real rule."""
    hand[:] = 0
    total = pile.sum()
    for _ in range(HAND_SIZE):
        if real and total == 0:
            copy_into(pile, discard)
            discard[:] = 0
            total = pile.sum()
        hand[_pick(stream, pile, total)] += 1
        total -= 1
    if not real:
        pile += hand


@njit
def _by_weights(stream: NDArray[np.uint64], weights: Floats, band: int) -> int:
    """Return a random `Purchase` with a band's chances."""
    u = np.float64(next_bits(stream) >> np.uint64(11)) * 2.0**-53
    if u < weights[band, _VICTORY]:
        return _VICTORY
    return _TREASURE if u < weights[band, _VICTORY] + weights[band, _TREASURE] else _PASS


@njit
def _band(band_from: Ints, hand: Ints, class_values: Ints) -> int:
    money = 0
    for i in range(len(hand)):
        money += hand[i] * class_values[i]
    band = 0
    while band + 1 < len(band_from) and band_from[band + 1] <= money:
        band += 1
    return band


@njit
def _playout(
    stream: NDArray[np.uint64], deck: Ints, hand: Ints, turns: int, cards: Cards, weights: Floats
) -> int:
    """Return the points of a weighted random playout, which overwrites ``deck``."""
    band_from, class_values, other = cards.band_from, cards.class_values, cards.dims - 1
    treasure, points = cards.treasure, cards.points
    score = 0
    for _ in range(turns):
        _draw(stream, deck, deck, hand, False)
        band = _band(band_from, hand, class_values)
        action = _by_weights(stream, weights, band)
        if action == _TREASURE:
            deck[treasure[band]] += 1
        elif action == _VICTORY:
            deck[other] += 1
            score += points[band]
    return score


@njit
def play(
    low: int,
    high: int,
    seed: np.uint64,
    turns: int,
    real: bool,
    cards: Cards,
    chooser: Chooser,
    played: PlayedGames,
) -> None:
    """Play a seed's games ``low`` to ``high - 1``, recording scores and purchases.

    ``real`` games keep a draw pile and a discard pile; else each hand is from the whole deck.
    """
    class_values, start, dims = cards.class_values, cards.start, cards.dims
    band_from, treasure, points = cards.band_from, cards.treasure, cards.points
    weights, playouts, codes = chooser.weights, chooser.playouts, chooser.codes
    state_start, binomial = chooser.state_start, chooser.binomial
    scores, counts = played.scores, played.counts
    classes, other = len(class_values), dims - 1
    stream, deck = np.empty(1, np.uint64), np.empty(classes, np.int64)
    pile, discard, hand = deck.copy(), deck.copy(), deck.copy()
    trial, trial_hand = deck.copy(), deck.copy()
    for game in range(low, high):
        # Seed the game's own stream, and deal the starting deck.
        stream[0] = seed
        stream[0] = next_bits(stream) ^ np.uint64(game)
        stream[0] = next_bits(stream)
        copy_into(deck, start)
        copy_into(pile, start)
        discard[:] = 0
        score = 0
        for turn in range(turns):
            # Draw a hand and find its money band.
            if not real:
                copy_into(pile, deck)
            _draw(stream, pile, discard, hand, real)
            band = _band(band_from, hand, class_values)
            to_go = turns - turn
            # Choose by playouts: the action whose random games score most ...
            if playouts > 0:
                action, best = _PASS, np.int64(-1)
                for a in (_VICTORY, _TREASURE, _PASS):
                    if a == _VICTORY and points[band] < 0:
                        continue
                    if a == _TREASURE and treasure[band] < 0:
                        continue
                    total = np.int64(0)
                    for _ in range(playouts):
                        copy_into(trial, deck)
                        if a != _PASS:
                            trial[treasure[band] if a == _TREASURE else other] += 1
                        total += points[band] if a == _VICTORY else 0
                        total += _playout(stream, trial, trial_hand, to_go - 1, cards, weights)
                    if total > best:
                        action, best = a, total
            # ... or by a stored policy, at the rank of the deck and the turns to go ...
            elif len(codes):
                tail, row, size = 0, 0, 0
                for k in range(dims - 1, 0, -1):
                    tail += deck[k] - start[k]
                    row += binomial[k, tail]
                size = tail + deck[0] - start[0]
                index = state_start[size] + row * (chooser.turns - size) + to_go - 1
                action = (codes[index] >> (2 * band)) & 3
            else:
                # ... or at random, with the weights of the band.
                action = _by_weights(stream, weights, band)
            # Count the action, discard the hand and gain the card.
            counts[turn, action] += 1
            if real:
                discard += hand
            if action != _PASS:
                bought = treasure[band] if action == _TREASURE else other
                deck[bought] += 1
                discard[bought] += 1
                score += points[band] if action == _VICTORY else 0
        scores[game] = score
