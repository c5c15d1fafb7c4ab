"""The article's learner in plain Python and numpy: its state by names, its network in float64.

The state follows the article's section "Defining the game state" and the order of its program's
numbers; what a player knows is closed under the rules of inference that `llq.solver.literature`
lists, by trying them all until nothing changes. The network follows the documentation of
scikit-learn's MLPRegressor and Kingma and Ba's algorithm 1, an array a layer.
"""

import numpy as np

RANKS = "A23456", "89TJQK"
SUITS = "CDHS"
NUMBERS = {rank: number for number, rank in enumerate("A23456789TJQK", 1)}
HALVES = {
    half + suit: [rank + suit for rank in RANKS["LH".index(half)]]
    for half in "LH"
    for suit in SUITS
}
CARDS = [rank + suit for ranks in RANKS for rank in ranks for suit in SUITS]


class View:
    """What somebody knows: cards that each player may hold, and bounds of counts by half suit."""

    def __init__(self, facts):
        self.live, self.sizes = facts["live"], facts["sizes"]
        seats = range(len(self.sizes))
        shown = set().union(*facts["shown"])
        self.may = [
            facts["shown"][seat] | (self.live - shown - facts["lacks"][seat]) for seat in seats
        ]
        self.bounds = {
            (seat, half): (
                len(facts["shown"][seat] & set(cards)) + (half in facts["needs"][seat]),
                6 if set(cards) <= self.live else 0,
            )
            for seat in seats
            for half, cards in HALVES.items()
        }

    def holds(self, seat):
        """Return the cards that only this seat may hold."""
        others = (cards for other, cards in enumerate(self.may) if other != seat)
        return self.may[seat] - set().union(*others)

    def close(self):
        """Infer until nothing changes, and return the view."""
        before = None
        while before != (self.may, self.bounds):
            before = ([set(cards) for cards in self.may], dict(self.bounds))
            self._bound()
            for (seat, half), (low, high) in self.bounds.items():
                may, held = (
                    cards & set(HALVES[half]) for cards in (self.may[seat], self.holds(seat))
                )
                if high == len(held):
                    self.may[seat] -= may - held
                if low == len(may):
                    for other in range(len(self.may)):
                        if other != seat:
                            self.may[other] -= may
        return self

    def _bound(self):
        live = [half for half, cards in HALVES.items() if set(cards) <= self.live]
        seats = range(len(self.may))
        for seat in seats:
            for half, cards in HALVES.items():
                low, high = self.bounds[seat, half]
                held, may = (len(c & set(cards)) for c in (self.holds(seat), self.may[seat]))
                self.bounds[seat, half] = max(low, held), min(high, may)
        for total, keys in [
            *((self.sizes[seat], [(seat, half) for half in HALVES]) for seat in seats),
            *((6, [(seat, half) for seat in seats]) for half in live),
        ]:
            for key in keys:
                others = [self.bounds[other] for other in keys if other != key]
                low, high = self.bounds[key]
                self.bounds[key] = (
                    max(low, total - sum(most for _, most in others)),
                    min(high, total - sum(least for least, _ in others)),
                )


def own_view(facts, seat, hand):
    """Return what a seat knows who holds a hand."""
    view = View(facts)
    view.may = [hand if other == seat else cards - hand for other, cards in enumerate(view.may)]
    return view.close()


def view_through(facts, own, seat):
    """Return what the owner of a view knows that another seat knows."""
    view = View(facts)
    held = own.holds(seat)
    view.may = [
        own.may[seat] if other == seat else cards - held for other, cards in enumerate(view.may)
    ]
    view.may[seat] = set(own.may[seat])
    view.bounds |= {(seat, half): own.bounds[seat, half] for half in HALVES}
    return view.close()


def numbers_of(seat, view):
    """Return a view as the article's numbers."""
    found = [seat]
    for player, size in enumerate(view.sizes):
        may, held = view.may[player], view.holds(player)
        found += [3 if card in held else 2 if card in may else 1 for card in CARDS]
        found += [view.bounds[player, half][0] for half in HALVES]
        found.append(size)
    return found


def state_of(facts, seat, hand):
    """Return the state of a seat who is to move."""
    own = own_view(facts, seat, hand)
    found = numbers_of(seat, own)
    for other in range(len(facts["sizes"])):
        found += numbers_of(other, own if other == seat else view_through(facts, own, other))
    return found


def ask_of(seat, target, card):
    """Return an ask's numbers."""
    return [seat, target, 1 + SUITS.index(card[1]), NUMBERS[card[0]]]


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
