"""The article's learner in plain Python and numpy: its states, its network in float64.

The state follows the article's section "Defining the game state" and the order of its program's
numbers; what a player knows is of `literature_views`. The network follows the documentation of
scikit-learn's MLPRegressor and Kingma and Ba's algorithm 1, an array a layer.
"""

import numpy as np

from tests.oracles import literature_views

CARDS = [6 * (2 * suit + high) + n for high in (0, 1) for n in range(6) for suit in range(4)]
HALVES = [2 * suit + high for high in (0, 1) for suit in range(4)]


def numbers_of(seat, view, sizes):
    """Return a view as the article's numbers."""
    numbers, (may, held, low, _) = [seat], view
    for player, size in enumerate(sizes):
        numbers += [1 + (card in may[player]) + (card in held[player]) for card in CARDS]
        numbers += [low.get((player, half), 0) for half in HALVES]
        numbers.append(size)
    return numbers


def state_of(facts, seat, hand):
    """Return the state of a seat who is to move."""
    own = literature_views.own(facts, seat, hand)
    views = [literature_views.through(facts, own, other) for other in range(len(facts.sizes))]
    views[seat] = own
    numbers = [numbers_of(player, view, facts.sizes) for player, view in enumerate(views)]
    return sum(numbers, start=numbers_of(seat, own, facts.sizes))


def ask_of(seat, target, card):
    """Return an ask's numbers."""
    half, place = divmod(card, 6)
    return [seat, target, 1 + half // 2, 1 + place + 7 * (half % 2)]


class Regressor:
    """A network of one hidden layer that Adam fits to squared errors."""

    def __init__(self, arrays):
        """Start with weights and biases, those of the units before those of the output."""
        self.arrays = [np.array(array, dtype=np.float64) for array in arrays]
        self.means = [np.zeros_like(array) for array in self.arrays]
        self.squares = [np.zeros_like(array) for array in self.arrays]
        self.steps = 0

    def units(self, x):
        weights, biases = self.arrays[:2]
        return np.maximum(x @ weights + biases, 0)

    def predict(self, x):
        weights, bias = self.arrays[2:]
        return (self.units(x) @ weights + bias)[:, 0]

    def loss(self, x, y, penalty=1e-4):
        squares = sum((self.arrays[i] ** 2).sum() for i in (0, 2))
        return ((self.predict(x) - y) ** 2).mean() / 2 + penalty / 2 * squares / len(y)

    def gradients(self, x, y, penalty=1e-4):
        """Return the derivatives of the loss."""
        units, too_high = self.units(x), (self.predict(x) - y)[:, None] / len(y)
        parts = too_high @ self.arrays[2].T * (units > 0)
        return [
            x.T @ parts + penalty * self.arrays[0] / len(y),
            parts.sum(0),
            units.T @ too_high + penalty * self.arrays[2] / len(y),
            too_high.sum(0),
        ]

    def step(self, x, y, rate=1e-3, keep=0.9, keep_square=0.999):
        gradients = self.gradients(x, y)
        self.steps += 1
        rate *= np.sqrt(1 - keep_square**self.steps) / (1 - keep**self.steps)
        for array, mean, square, gradient in zip(
            self.arrays, self.means, self.squares, gradients, strict=True
        ):
            mean += (1 - keep) * (gradient - mean)
            square += (1 - keep_square) * (gradient**2 - square)
            array -= rate * mean / (np.sqrt(square) + 1e-8)

    def fit(self, x, y):
        """Fit to one batch: at most 200 steps, at most 10 in a row without gaining 1e-4."""
        best, waited = np.inf, 0
        while self.steps < 200 and waited <= 10:
            loss = self.loss(x, y)
            self.step(x, y)
            waited = waited + 1 if loss > best - 1e-4 else 0
            best = min(best, loss)
