"""Training the network by self-play: what each card takes, tried once on the true hands.

All four seats play by the network, softly. At every choice each legal card is tried in one game
played on by the same policy with the hands as they are: the true hands are a draw of what the
mover's seat cannot see, so that the mean of such trials is the value of a card to that seat under
the policy. All cards are tried with the same random numbers. The network's scores are regressed on
these values, the differences within a choice being what counts, by Adam [1]_; then the policy is
that of the new scores, and so on. It begins as random play.

Values are points and `GAME_WORTH` for each game won, as the player `strong` has them.

References
----------
.. [1] Kingma, Ba, Adam: a method for stochastic optimization, ICLR 2015, algorithm 1.
"""

from typing import NamedTuple

import numpy as np

from llq.solver import card_sets
from llq.solver.array_types import Floats, Ints, Shorts, Singles, Uints
from llq.solver.jit import njit
from llq.solver.rng import next_bits, streams
from llq.solver.sueca import engine
from llq.solver.sueca.engine import HANDS, TURN
from llq.solver.sueca.matches import deals
from llq.solver.sueca.matches.deals import Deals
from llq.solver.sueca.playouts.strong import gain
from llq.solver.sueca.policy import games, network
from llq.solver.sueca.policy.games import Policy, network_policy
from llq.solver.sueca.policy.network import INPUTS, MOST_ACTIVE, OUTPUTS, UNITS, Weights
from llq.solver.sueca.policy.situations import Seen
from llq.solver.sueca.rules import HAND_SIZE, RULES, SUIT_MASK

ROUND = 2500
"""Games between two policies."""
TEMPERATURE = 3.0
"""Temperature of the playing policy, in units of value."""
GAME_WORTH = 15
STAKES = 100 * GAME_WORTH * np.arange(-RULES.sweep_games, RULES.sweep_games + 1)
RATE = 2e-3
"""Initial step length, decreasing linearly to 0."""
DECAY = 1e-5
BATCH = 256
"""Choices a step."""
CLIP = 60.0
"""Limit on the absolute error of a value."""
_MOST_CHOICES = 36 * ROUND
_SUITS = 4
_SPREAD = 1e-1  # the spread of new weights
_MEAN_DECAY, _SQUARE_DECAY = np.float32(0.9), np.float32(0.999)
_ONE, _TINY = np.float32(1), np.float32(1e-8)


class Choices(NamedTuple):
    """Choices of a round, stored by playable suit."""

    first: Ints
    """(choices + 1,) rows."""
    active: Shorts
    """(rows, MOST_ACTIVE) inputs that are 1."""
    lengths: Shorts
    """(rows,) their number."""
    cards: Shorts
    """(rows, 10, 2) output indices of each card: rank and role."""
    sizes: Shorts
    """(rows,) cards of each row."""
    values: Singles
    """(rows, 10) what they take."""


def train(games: int, seed: int) -> Weights:
    """Return the network trained on ``games`` games from a seed."""
    random = np.random.default_rng(seed)
    weights = Weights(
        random.normal(scale=_SPREAD, size=(INPUTS, UNITS)).astype(np.float32),
        np.zeros((1, UNITS), dtype=np.float32),
        random.normal(scale=_SPREAD, size=(OUTPUTS, UNITS)).astype(np.float32),
        np.zeros((OUTPUTS, 1), dtype=np.float32),
    )
    gradient, mean, square = (Weights(*map(np.zeros_like, weights)) for _ in range(3))
    powers, choices = np.ones(2), _make_choices()
    for start in range(0, games, ROUND):
        end = min(start + ROUND, games)
        policy = network_policy(weights, TEMPERATURE)
        number = play(start, end, seed, policy, choices)
        order, rate = random.permutation(number), np.float32(RATE * (1 - start / games))
        for low in range(0, number, BATCH):
            batch = order[low : low + BATCH]
            _descend(batch, choices, weights, gradient, mean, square, powers, rate)
    return weights


def play(first: int, last: int, seed: int, policy: Policy, choices: Choices) -> int:
    """Play games ``first`` … ``last - 1`` of a seed, write their choices; return their number."""
    sources, dealing = streams(seed, first, last), Deals().arrays()
    row, number = np.zeros(engine.ROW, dtype=np.int64), 0
    room, hands = np.zeros(10, dtype=np.int64), np.zeros(4, dtype=np.int64)
    for game in range(last - first):
        deals.deal(dealing, row, sources[game : game + 1])
        number = _play(row, policy, sources[game : game + 1], room, hands, choices, number)
    return number


def _make_choices() -> Choices:
    rows = _SUITS * _MOST_CHOICES
    return Choices(
        first=np.zeros(_MOST_CHOICES + 1, dtype=np.int64),
        active=np.zeros((rows, MOST_ACTIVE), dtype=np.int16),
        lengths=np.zeros(rows, dtype=np.int16),
        cards=np.zeros((rows, HAND_SIZE, 2), dtype=np.int16),
        sizes=np.zeros(rows, dtype=np.int16),
        values=np.zeros((rows, HAND_SIZE), dtype=np.float32),
    )


@njit(_nrt=False)
def _play(
    row: Ints, policy: Policy, stream: Uints, room: Ints, hands: Ints, choices: Choices, number: int
) -> int:
    """Play a policy game, append its choices, and return their updated number."""
    while row[TURN] < 4 * HAND_SIZE:
        legal = engine.legal_cards(row)
        card = card_sets.lowest(legal)
        if legal & (legal - 1):
            seat, seen = engine.mover(row), games.see(row)
            hand = row[HANDS + seat]
            games.cells(hand, legal, seen, room)
            _write_choice(hand, legal, seen, room, choices, number)
            state = next_bits(stream) | np.uint64(1)
            choice_row, index, untried = choices.first[number], 0, legal
            while untried:
                tried = card_sets.lowest(untried)
                untried &= untried - 1
                for other in range(4):
                    hands[other] = row[HANDS + other]
                taken, tricks, _ = games.play_out(policy, hands, seen, tried, state, room, True)
                choices.values[choice_row, index] = gain(row, STAKES, taken, tricks)
                index += 1
                if index == choices.sizes[choice_row]:
                    choice_row, index = choice_row + 1, 0
            number += 1
            total = games.weigh(policy, hand, legal, seen, room)
            card = games.pick(legal, room, total, next_bits(stream))
        engine.apply(row, card)
    return number


@njit(_nrt=False)
def _write_choice(
    hand: int, legal: int, seen: Seen, cells: Ints, choices: Choices, number: int
) -> None:
    row, index = choices.first[number], 0
    for suit in range(4):
        cards = legal >> 16 * suit & SUIT_MASK
        if cards == 0:
            continue
        choices.lengths[row] = network.activate(
            suit, hand, seen, cells[index] >> 8, choices.active[row]
        )
        size = 0
        while cards:
            rank = card_sets.lowest(cards)
            cards &= cards - 1
            choices.cards[row, size, 0] = rank + (network.RANKS if suit == seen.trump else 0)
            choices.cards[row, size, 1] = 2 * network.RANKS + ((cells[index] & 255) >> 3)
            size, index = size + 1, index + 1
        choices.sizes[row] = size
        row += 1
    choices.first[number + 1] = row


@njit
def _descend(
    batch: Ints,
    choices: Choices,
    weights: Weights,
    gradient: Weights,
    mean: Weights,
    square: Weights,
    powers: Floats,
    rate: np.float32,
) -> None:
    """Take an Adam step for a batch; weights and Adam's state are modified in place."""
    units = np.zeros((_SUITS, UNITS), dtype=np.float32)
    scores = np.zeros((_SUITS, HAND_SIZE), dtype=np.float32)
    for choice in batch:
        mean_score, mean_value = _score(choice, choices, weights, units, scores)
        _pass_back(choice, choices, weights, gradient, units, scores, mean_score, mean_value)
    powers[0] *= _MEAN_DECAY
    powers[1] *= _SQUARE_DECAY
    share = np.float32(1 / len(batch))
    debias_1, debias_2 = np.float32(1 - powers[0]), np.float32(1 - powers[1])
    for part in range(4):
        _step(
            weights[part], gradient[part], mean[part], square[part], share, debias_1, debias_2, rate
        )


@njit
def _score(
    choice: int, choices: Choices, weights: Weights, units: Singles, scores: Singles
) -> tuple[np.float32, np.float32]:
    """Fill in the units and scores of a choice's cards; return the means of scores and values."""
    sums = np.zeros(UNITS, dtype=np.float32)
    cards, total_score, total_value = np.float32(0), np.float32(0), np.float32(0)
    first = choices.first[choice]
    for row in range(first, choices.first[choice + 1]):
        hidden = units[row - first]
        hidden[:] = weights.bias[0]
        for place in range(choices.lengths[row]):
            hidden += weights.inputs[choices.active[row, place]]
        hidden[:] = np.maximum(hidden, np.float32(0))
        for place in range(choices.sizes[row]):
            rank, role = choices.cards[row, place]
            sums[:] = hidden * (weights.outputs[rank] + weights.outputs[role])
            score = weights.offset[rank, 0] + weights.offset[role, 0]
            for unit in range(UNITS):
                score += sums[unit]
            scores[row - first, place] = score
            total_score += score
            total_value += choices.values[row, place]
            cards += _ONE
    return total_score / cards, total_value / cards


@njit
def _pass_back(
    choice: int,
    choices: Choices,
    weights: Weights,
    gradient: Weights,
    units: Singles,
    scores: Singles,
    mean_score: np.float32,
    mean_value: np.float32,
) -> None:
    """Add a choice's errors to the gradient, in place; what counts are differences from means."""
    slopes = np.zeros(UNITS, dtype=np.float32)
    first = choices.first[choice]
    for row in range(first, choices.first[choice + 1]):
        hidden = units[row - first]
        slopes[:] = 0
        for place in range(choices.sizes[row]):
            rank, role = choices.cards[row, place]
            error = scores[row - first, place] - mean_score
            error -= choices.values[row, place] - mean_value
            error = np.float32(min(max(error, -CLIP), CLIP))
            slopes += error * (weights.outputs[rank] + weights.outputs[role])
            for output in (rank, role):
                gradient.offset[output, 0] += error
                gradient.outputs[output] += error * hidden
        for unit in range(UNITS):
            if hidden[unit] <= 0:
                slopes[unit] = 0
        gradient.bias[0] += slopes
        for place in range(choices.lengths[row]):
            gradient.inputs[choices.active[row, place]] += slopes


@njit
def _step(
    weights: Singles,
    gradient: Singles,
    mean: Singles,
    square: Singles,
    share: np.float32,
    debias_1: np.float32,
    debias_2: np.float32,
    rate: np.float32,
) -> None:
    """Move weights by an Adam step and clear their gradient, in place."""
    for row in range(weights.shape[0]):
        for column in range(weights.shape[1]):
            slope = gradient[row, column] * share
            gradient[row, column] = 0
            mean[row, column] = _MEAN_DECAY * mean[row, column] + (_ONE - _MEAN_DECAY) * slope
            square[row, column] *= _SQUARE_DECAY
            square[row, column] += (_ONE - _SQUARE_DECAY) * slope * slope
            size = np.sqrt(square[row, column] / debias_2) + _TINY
            move = mean[row, column] / debias_1 / size + np.float32(DECAY) * weights[row, column]
            weights[row, column] -= rate * move
