"""Core decks of a game: those with few cheaper treasures.

Best play buys Coppers in its first turns at most, and Silvers seldom once it pays for Gold, so a
long game needs a small part of its decks. How few are few is a guess here, which two sweeps prove:

* a purchase that leads out of the core counts as forbidden, which is worth the truth at most;
* it counts as one of the next richer treasure that stays inside, which is worth the truth at
  least: a hand in which a card is replaced by a richer one pays for all that the other one did.

Where the two differ, the guess was wrong.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from llq.solver.array_types import Floats, Ints
from llq.solver.dominion.model import Model
from llq.solver.dominion.solitaire.states import DeckSpace

_MOST_SWEPT = 60
"""Longest game, in turns, whose decks are swept all at once."""

_MOST_SHARE = 0.4
"""Share of all states above which two sweeps of a core save nothing."""

_CHEAPEST, _CHEAP, _CHEAP_A_TURN = 12, 15, 0.22
"""First guess of the most cards of the cheapest treasure, and of other cheap ones by turns."""


@dataclass(frozen=True)
class CoreDecks:
    """Decks with a weighted sum of cheaper treasures bounded by 1.

    The best treasure and victory cards are unlimited, so runs of rows are whole.
    """

    model: Model
    turns: int
    """The longest game, T."""
    whole: int
    """Largest size with all decks inside, in bought cards."""
    width: float = 1.0
    """Factor on the first guess of a cap."""
    is_generous: bool = False
    """Whether purchases leaving the core become richer cards, rather than forbidden."""

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """Decks inside with each number of bought cards, (turns + 1,)."""
        return tuple(len(self.rows(size)) for size in range(self.turns + 1))

    @property
    def share(self) -> float:
        """Fraction of all states inside the core."""
        states = sum(n * (self.turns - size) for size, n in enumerate(self.counts))
        return states / self._space.states

    def shells(self) -> Iterator[tuple[Ints, Ints]]:
        """Yield each shell's decks and successors, the largest decks first.

        Decks (rows, dims - 1) are as `DeckSpace.row_decks` has them. Successors (rows, dims) are
        the row in the next shell after buying a card of each coordinate, among the decks inside;
        one more than the last where it is forbidden.
        """
        after = self._space.successors(self.turns - 1)
        place = np.full(self._space.rows(self.turns), -1)
        beyond = self.rows(self.turns)
        for size in range(self.turns - 1, -1, -1):
            place[beyond] = np.arange(len(beyond))
            rows = self.rows(size)
            successors = place[after[rows]]
            if self.is_generous:
                for i in range(self.model.dims - 3, -1, -1):
                    leaves = successors[:, i] < 0
                    successors[leaves, i] = successors[leaves, i + 1]
            successors[successors < 0] = len(beyond)
            yield self._decks[rows], successors
            place[beyond] = -1
            beyond = rows

    def rows(self, size: int) -> Ints:
        """Return the rows of a shell's decks inside, (rows,) int64, in order."""
        dearer, share = self._dearer
        most = self.width * _CHEAPEST + self.whole
        first, last = np.searchsorted(dearer, [size - most, size + 1])
        cheapest = size - dearer[first:last]
        inside = cheapest / most + share[first:last] <= 1.0
        return np.asarray(first + np.flatnonzero(inside))

    @cached_property
    def _dearer(self) -> tuple[Ints, Floats]:
        """Number of dearer cards per row, ascending, and their counted share of the limit."""
        most = self.width * (_CHEAP + _CHEAP_A_TURN * self.turns) + self.whole
        return self._decks.sum(1), self._decks[:, :-2].sum(1) / most

    @cached_property
    def _space(self) -> DeckSpace:
        return DeckSpace(self.model.dims, self.turns)

    @cached_property
    def _decks(self) -> Ints:
        return self._space.row_decks(self.turns)


def guess_cores(model: Model, turns: int, whole: int) -> Iterator[CoreDecks]:
    """Yield promising cores, smaller first; a short game has none."""
    if model.dims > 2 and turns > max(_MOST_SWEPT, whole):
        for width in (1.0, 1.4):
            core = CoreDecks(model, turns, whole, width)
            if core.share < _MOST_SHARE:
                yield core
