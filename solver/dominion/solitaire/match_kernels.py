"""Kernel that plays games: one random stream a game, so results do not depend on threads.

The stream of a game is one of `llq.solver.rng`, started from a hash of seed and game number.
"""

from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Floats, Ints, Uints
from llq.solver.arrays import copy_into
from llq.solver.dominion.rules import HAND_SIZE
from llq.solver.dominion.solitaire.kernels import PASS, TREASURE, VICTORY, Codes
from llq.solver.jit import njit
from llq.solver.rng import next_bits, scale


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
    treasure, points, victory_place = cards.treasure, cards.points, cards.dims - 1
    stream, deck = np.empty(1, np.uint64), np.empty(len(cards.start), np.int64)
    pile, discard, hand = deck.copy(), deck.copy(), deck.copy()
    trial, trial_hand = deck.copy(), deck.copy()
    for game in range(low, high):
        # Seed the game's own stream, and deal the starting deck.
        stream[0] = seed
        stream[0] = next_bits(stream) ^ np.uint64(game)
        stream[0] = next_bits(stream)
        copy_into(deck, cards.start)
        copy_into(pile, cards.start)
        discard[:] = 0
        score = 0
        for turn in range(turns):
            if not real:
                copy_into(pile, deck)
            _draw(stream, pile, discard, hand, real)
            band = _band(cards.band_from, hand, cards.class_values)
            to_go = turns - turn
            if chooser.playouts > 0:
                action = _sample_buy(stream, deck, band, to_go, cards, chooser, trial, trial_hand)
            elif len(chooser.codes):
                action = _policy_purchase(deck, band, to_go, cards, chooser)
            else:
                action = _random_purchase(stream, chooser.weights, band)
            # Count the action, discard the hand and gain the card.
            played.counts[turn, action] += 1
            if real:
                discard += hand
            if action != PASS:
                bought = treasure[band] if action == TREASURE else victory_place
                deck[bought] += 1
                discard[bought] += 1
                score += points[band] if action == VICTORY else 0
        played.scores[game] = score


@njit
def _draw_card(stream: Uints, cards: Ints, total: int) -> int:
    """Take a random one of ``total`` cards, counted by class, and return its class."""
    left = scale(next_bits(stream), total)
    picked = 0
    while left >= cards[picked]:
        left -= cards[picked]
        picked += 1
    cards[picked] -= 1
    return picked


@njit
def _draw(stream: Uints, pile: Ints, discard: Ints, hand: Ints, real: bool) -> None:
    """Fill ``hand`` from ``pile``, removing its cards only under the real rule."""
    hand[:] = 0
    total = pile.sum()
    for _ in range(HAND_SIZE):
        if real and total == 0:
            copy_into(pile, discard)
            discard[:] = 0
            total = pile.sum()
        hand[_draw_card(stream, pile, total)] += 1
        total -= 1
    if not real:
        pile += hand


@njit
def _random_purchase(stream: Uints, weights: Floats, band: int) -> int:
    """Return a random `Purchase` with a band's chances."""
    draw = np.float64(next_bits(stream) >> np.uint64(11)) * 2.0**-53  # uniform in [0, 1)
    if draw < weights[band, VICTORY]:
        return VICTORY
    return TREASURE if draw < weights[band, VICTORY] + weights[band, TREASURE] else PASS


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
def _finish_at_random(
    stream: Uints, deck: Ints, hand: Ints, turns: int, cards: Cards, weights: Floats
) -> int:
    """Return the points of a weighted random playout, which overwrites ``deck``."""
    score = 0
    for _ in range(turns):
        _draw(stream, deck, deck, hand, False)
        band = _band(cards.band_from, hand, cards.class_values)
        action = _random_purchase(stream, weights, band)
        if action == TREASURE:
            deck[cards.treasure[band]] += 1
        elif action == VICTORY:
            deck[cards.dims - 1] += 1
            score += cards.points[band]
    return score


@njit
def _sample_buy(
    stream: Uints,
    deck: Ints,
    band: int,
    to_go: int,
    cards: Cards,
    chooser: Chooser,
    trial: Ints,
    trial_hand: Ints,
) -> int:
    """Return the `Purchase` whose random games score most; the last two are scratch."""
    treasure, points = cards.treasure, cards.points
    best_action, best = PASS, np.int64(-1)
    for action in (VICTORY, TREASURE, PASS):
        is_victory, is_treasure = action == VICTORY, action == TREASURE
        if (is_victory and points[band] < 0) or (is_treasure and treasure[band] < 0):
            continue
        total = np.int64(0)
        for _ in range(chooser.playouts):
            copy_into(trial, deck)
            if action != PASS:
                trial[treasure[band] if is_treasure else cards.dims - 1] += 1
            total += points[band] if is_victory else 0
            total += _finish_at_random(stream, trial, trial_hand, to_go - 1, cards, chooser.weights)
        if total > best:
            best_action, best = action, total
    return best_action


@njit
def _policy_purchase(deck: Ints, band: int, to_go: int, cards: Cards, chooser: Chooser) -> int:
    """Return the `Purchase` stored for a deck's rank and the turns to go."""
    tail, row = 0, 0
    for k in range(cards.dims - 1, 0, -1):
        tail += deck[k] - cards.start[k]
        row += chooser.binomial[k, tail]
    size = tail + deck[0] - cards.start[0]
    state = chooser.state_start[size] + row * (chooser.turns - size) + to_go - 1
    return int(chooser.codes[state] >> (2 * band)) & 3
