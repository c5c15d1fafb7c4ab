"""Ranking of reduced decks, which ignore points and merge equal cards.

A reduced deck counts the cards *bought*: x_0 ... x_{d-1}, one count for each value of a
treasure that can be bought and one, the last, for all other cards. Decks of equal size
j = x_0 + ... + x_{d-1} form shell j. With tail sums s_k = x_k + ... + x_{d-1}, a deck has
the rank

    rank(x) = C(s_0 + d-1, d) + C(s_1 + d-2, d-1) + ... + C(s_{d-1}, 1),

the combinatorial number system on s_0 >= s_1 >= ...: a bijection onto the naturals that
numbers the shells one after another. Its first term is where the shell starts; the rest, the
*row*, does not contain x_0. So the rows of shell j are the first rows of shell j + 1, buying
a card of coordinate 0 keeps the row, and buying any other moves it by a step that does not
depend on the shell.

A deck of shell j in a game of at most T turns has 1 ... T - j turns to go. Its states lie
together: ``state`` numbers (deck, turns to go) pairs shell by shell, deck by deck.
"""

from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from llq.errors import IllegalState, UnknownState
from llq.solver.array_types import Ints


@dataclass(frozen=True)
class DeckSpace:
    """All reduced decks of up to ``turns`` bought cards, T.

    Of the d coordinates, ``dims``, one is for other cards, the rest for buyable treasure values.

    >>> space = DeckSpace(dims=4, turns=31)
    >>> space.decks, space.states, space.rank([1, 2, 0, 5]), space.unrank(434)
    (52360, 324632, array(434), array([1, 2, 0, 5]))
    """

    dims: int
    turns: int

    def __post_init__(self) -> None:
        if self.dims < 1 or self.turns < 0:
            raise IllegalState(f"no deck space has {self.dims} coordinates and {self.turns} turns")

    @property
    def decks(self) -> int:
        """Number of reduced decks, C(turns + dims, dims)."""
        return comb(self.turns + self.dims, self.dims)

    @property
    def states(self) -> int:
        """Number of (deck, turns to go) pairs, C(turns + dims, dims + 1)."""
        return comb(self.turns + self.dims, self.dims + 1)

    def rows(self, shell: int) -> int:
        """Return the number of decks of ``shell`` bought cards."""
        return comb(shell + self.dims - 1, self.dims - 1)

    def shell_start(self, shell: int) -> int:
        """Return the rank of a shell's first deck."""
        return comb(shell + self.dims - 1, self.dims)

    def state_start(self, shell: int) -> int:
        """Return the number of a shell's first state."""
        # The lower shells' states in a game of ``shell`` turns, and T - shell more for each deck.
        below = DeckSpace(self.dims, shell)
        return below.states + (self.turns - shell) * self.shell_start(shell)

    def rank(self, decks: ArrayLike) -> Ints:
        """Return the ranks of reduced ``decks``."""
        x = np.asarray(decks, np.int64)
        sums = x[..., ::-1].cumsum(-1)[..., ::-1]
        if x.shape[-1:] != (self.dims,) or (x < 0).any() or (sums[..., 0] > self.turns).any():
            raise UnknownState(f"not all decks have {self.dims} counts >= 0 of sum <= {self.turns}")
        return np.asarray(self.binomials[np.arange(self.dims), sums].sum(-1))

    def unrank(self, ranks: ArrayLike) -> Ints:
        """Return the reduced decks of ``ranks``, int64 of shape (..., dims); inverts ``rank``."""
        left = np.array(ranks, np.int64)
        if (left < 0).any() or (left >= self.decks).any():
            raise UnknownState(f"not all ranks lie in 0 ... {self.decks - 1}")
        sums = np.zeros((*left.shape, self.dims + 1), np.int64)
        for k, column in enumerate(self.binomials):
            sums[..., k] = np.searchsorted(column, left, side="right") - 1
            left -= column[sums[..., k]]
        return sums[..., :-1] - sums[..., 1:]

    def state(self, decks: ArrayLike, turns_to_go: ArrayLike) -> Ints:
        """Return the numbers of states (deck, turns to go), int64 of the broadcast shape."""
        x, n = np.asarray(decks, np.int64), np.asarray(turns_to_go, np.int64)
        rank, shell = self.rank(x), x.sum(-1)
        if (n < 1).any() or (n > self.turns - shell).any():
            raise UnknownState(f"turns to go and bought cards must be 1 ... {self.turns} in sum")
        first_ranks, first_states = self.starts
        row = rank - first_ranks[shell]
        return np.asarray(first_states[shell] + row * (self.turns - shell) + n - 1, np.int64)

    def unstate(self, states: ArrayLike) -> tuple[Ints, Ints]:
        """Return reduced decks and turns to go of state numbers; inverse of ``state``."""
        index = np.asarray(states, np.int64)
        if (index < 0).any() or (index >= self.states).any():
            raise UnknownState(f"not all states lie in 0 ... {self.states - 1}")
        first_ranks, first_states = self.starts
        shell = np.searchsorted(first_states[: self.turns], index, side="right") - 1
        row, n = np.divmod(index - first_states[shell], self.turns - shell)
        return self.unrank(first_ranks[shell] + row), np.asarray(n + 1)

    def row_decks(self, shell: int) -> Ints:
        """Return x_1 ... x_{d-1} of a shell's rows, (rows, dims - 1); x_0 is the rest."""
        if self.dims == 1:
            return np.zeros((1, 0), np.int64)
        return DeckSpace(self.dims - 1, shell).unrank(np.arange(self.rows(shell)))

    def successors(self, shell: int) -> Ints:
        """Return the row in the next shell after buying a card of each coordinate, (rows, dims)."""
        x = self.row_decks(shell)
        rows = np.arange(len(x))
        if self.dims == 1:
            return rows[:, None]
        lower = DeckSpace(self.dims - 1, shell + 1)
        other_rows = (lower.rank(x + unit) for unit in np.eye(self.dims - 1, dtype=int))
        return np.stack([rows, *other_rows], 1)

    @cached_property
    def starts(self) -> tuple[Ints, Ints]:
        """Each shell's first deck rank and first state number, (turns + 1,)."""
        shells = range(self.turns + 1)
        return (
            np.array([self.shell_start(shell) for shell in shells], np.int64),
            np.array([self.state_start(shell) for shell in shells], np.int64),
        )

    @cached_property
    def binomials(self) -> Ints:
        """C(s + d-1-k, d-k) for k < d and s <= turns: shape (dims, turns + 1)."""
        d = self.dims
        return np.array(
            [[comb(s + d - 1 - k, d - k) for s in range(self.turns + 1)] for k in range(d)],
            np.int64,
        )


@dataclass(frozen=True)
class StatePolicy:
    """Policy as purchases of every state."""

    turns: int
    """Longest game."""
    codes: NDArray[np.unsignedinteger]
    """(states,), as ``Solution.codes``."""
