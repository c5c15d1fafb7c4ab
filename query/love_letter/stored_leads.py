"""The discard difference of a situation: how it is stored, and which differences can be.

Of each state that a game can come to, a table holds the values at as many differences as it takes
to say them all: below the first and above the last the value is that of the first or the last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.states import StateSpace

if TYPE_CHECKING:  # a lookup does without the solver
    from llq.solver.love_letter.solver import Solution

__all__ = ["StateAhead", "possible_differences", "trim"]


class StateAhead(NamedTuple):
    """Where the entries of each state are; one number a state, in rank order."""

    start: NDArray[np.int64]
    """Its first entry."""
    first: NDArray[np.int16]
    """The lowest difference stored."""
    width: NDArray[np.int16]
    """How many differences are stored; 0 for a state that no game comes to."""
    shift: NDArray[np.uint8]
    """1 where every other difference is stored, else 0."""

    @classmethod
    def of(
        cls, first: NDArray[np.int16], width: NDArray[np.int16], shift: NDArray[np.uint8]
    ) -> StateAhead:
        """Return the index of states whose entries follow each other."""
        return cls(np.cumsum(width, dtype=np.int64) - width, first, width, shift)

    def entry(self, rank: int, difference: int) -> int:
        """Return the entry of one state at a difference."""
        at = (difference - self.first.item(rank)) >> self.shift.item(rank)
        return self.start.item(rank) + min(max(at, 0), self.width.item(rank) - 1)

    def entries(self, ranks: NDArray[np.int64], differences: ArrayLike) -> NDArray[np.int64]:
        """Return the entries of many states; a state without any gives another's entry."""
        at = (np.asarray(differences) - self.first[ranks]) >> self.shift[ranks]
        at = np.maximum(np.minimum(at, self.width[ranks] - 1), 0)
        found: NDArray[np.int64] = self.start[ranks] + at
        return found

    def differences(self, ranks: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
        """Return every entry of some states, and the difference that it is for."""
        width = self.width[ranks].astype(np.int64)
        place = np.arange(width.sum()) - np.repeat(np.cumsum(width) - width, width)
        steps = place << np.repeat(self.shift[ranks], width)
        entries = np.repeat(self.start[ranks], width) + place
        return entries, (np.repeat(self.first[ranks], width) + steps).astype(np.int16)


def trim(
    space: StateSpace, solution: Solution, reachable: NDArray[np.bool_]
) -> tuple[StateAhead, NDArray[np.int64]]:
    """Return the fewest entries that hold a solution, and the solution's entry for each of them.

    Parameters
    ----------
    reachable
        (states,) the states to keep.
    """
    cells = space.block_cell
    ahead = solution.ahead
    states = np.diff(space.block_start)
    place = np.arange(space.size) - np.repeat(space.block_start[:-1], states)
    width = np.repeat(ahead.width[cells].astype(np.int64), states)
    source = np.repeat(ahead.start[cells], states) + place * width
    shift = np.repeat(ahead.shift[cells], states)
    width[~reachable] = 0
    lowest, kept = np.zeros((2, space.size), dtype=np.int64)
    for wide in np.unique(width[reachable]):
        ranks = np.flatnonzero(width == wide)
        at = source[ranks, None] + np.arange(wide)
        changes = np.zeros((len(ranks), max(wide - 1, 1)), dtype=np.bool_)
        for column in (solution.values, solution.actions):
            changes[:, : wide - 1] |= column[at[:, 1:]] != column[at[:, :-1]]
        lowest[ranks] = changes.argmax(axis=1)
        highest = changes.shape[1] - changes[:, ::-1].argmax(axis=1)
        kept[ranks] = np.where(changes.any(axis=1), highest - lowest[ranks] + 1, 1)
    first = np.repeat(ahead.first[cells], states) + (lowest << shift)
    index = StateAhead.of(first.astype(np.int16), kept.astype(np.int16), shift)
    entries = np.arange(kept.sum()) + np.repeat(source + lowest - index.start, kept)
    return index, entries


def possible_differences(
    rules: Rules, seen: Sequence[int], face_up: Iterable[int] = (0,)
) -> frozenset[int]:
    """Return every discard difference that cards seen can make, however they were discarded.

    Parameters
    ----------
    seen
        Copies seen of each card.
    face_up
        How many of them may have lain face up at the start, in nobody's discards.

    Examples
    --------
    >>> import llq
    >>> sorted(possible_differences(llq.love_letter.rules("classic"), (1, 1, 0, 0, 0, 0, 0, 0)))
    [-3, -1, 1, 3]
    """
    found = {(0, 0)}
    for card, copies in zip(rules.cards, seen, strict=True):
        for _ in range(copies):
            either = {(up, lead + by) for up, lead in found for by in (card.number, -card.number)}
            found = either | {(up + 1, lead) for up, lead in found}
    allowed = set(face_up)
    return frozenset(lead for up, lead in found if up in allowed)
