"""The states of a race in order: layers by Provinces taken, splits of the taken cards, cells.

A *layer* is a number of Provinces taken. A *split* says who owns the victory cards taken since the
start: Provinces and Duchies of the first player, out of those taken. A *cell* says how many
Silvers, Golds and copies of a kingdom card each player has bought since, the first player first. A
cell is two states, one for each player to move.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Bools, Bytes, Ints
from llq.solver.dominion.race.rules import RANDOM, Race, Seat


class Supply(NamedTuple):
    """A supply: victory cards taken of each kind."""

    provinces: int
    duchies: int


class Split(NamedTuple):
    """Victory cards taken by each player, first and second."""

    provinces: tuple[int, int]
    duchies: tuple[int, int]


@dataclass(frozen=True)
class RaceSpace:
    """States of a race, with their ranks."""

    race: Race

    @cached_property
    def base(self) -> Ints:
        """(duchies + 1,) int64: splits of Duchies before each supply."""
        d = np.arange(self.race.duchies + 1)
        return d * (d + 1) // 2

    @property
    def cells(self) -> int:
        """Cells of a split."""
        return self.race.first.decks * self.race.second.decks

    @property
    def states(self) -> int:
        """All states before the game's end."""
        return sum(self.splits(layer) for layer in range(self.race.provinces)) * self.cells * 2

    def splits(self, layer: int) -> int:
        """Return a layer's number of splits."""
        duchies = self.race.duchies
        return (layer + 1) * ((duchies + 1) * (duchies + 2) // 2)

    def blocks(self, layer: int) -> Iterator[Supply]:
        """Yield a layer's supplies, the emptiest first."""
        for duchies in range(self.race.duchies, -1, -1):
            yield Supply(layer, duchies)

    def block_splits(self, block: Supply) -> range:
        """Return the layer ranks of a supply's splits."""
        p, d = block
        start = (p + 1) * int(self.base[d])
        return range(start, start + (p + 1) * (d + 1))

    def rank(self, split: Split) -> tuple[int, int]:
        """Return a split's layer and rank."""
        p, d = sum(split.provinces), sum(split.duchies)
        return p, (p + 1) * int(self.base[d]) + split.provinces[0] * (d + 1) + split.duchies[0]

    def layer_splits(self, layer: int) -> Ints:
        """Return a layer's splits in rank order: (splits, 2, 2), as `Split`."""
        parts = []
        for d in range(self.race.duchies + 1):
            first = np.indices((layer + 1, d + 1)).reshape(2, -1).T
            parts.append(np.stack([first, np.array([layer, d]) - first], 2))
        return np.concatenate(parts)

    def cell(self, first: Sequence[int], second: Sequence[int]) -> int:
        """Return a cell's rank from both players' bought Silvers, Golds and, if any, copies."""
        rank = 0
        for side, bought in zip(self.race.sides, (first, second), strict=True):
            for room, count in zip_longest(side.rooms, bought, fillvalue=0):
                rank = rank * (room + 1) + count
        return rank


def reached_splits(space: RaceSpace, tables: Sequence[Sequence[Bytes] | None]) -> list[Bools]:
    """Return which splits games reach, whatever is drawn: by layer, (splits,).

    ``tables`` are by seat a rule's buys by layer, as ``Layer.rule1`` of the kernels; None for a
    player who may buy anything.
    """
    race = space.race
    reached = [np.zeros(space.splits(layer), bool) for layer in range(race.provinces)]
    reached[0][0] = True
    piles = ("province", race.provinces - 1), ("duchy", race.duchies)  # the last Province ends it
    for layer, here in enumerate(reached):
        buys = {
            (card, seat): _ever_buys(table[layer], side.places[card])
            if table
            else np.ones_like(here)
            for card, _ in piles
            for seat, table, side in zip(Seat, tables, race.sides, strict=True)
        }
        for block in reversed(list(space.blocks(layer))):
            grid = _grid(space, here, block)
            for axis, (card, most) in enumerate(piles):
                if block[axis] == most:
                    continue
                after = Supply(*(taken + (axis == i) for i, taken in enumerate(block)))
                target = np.moveaxis(_grid(space, reached[after.provinces], after), axis, 0)
                for seat, reached_by in ((Seat.FIRST, target[1:]), (Seat.SECOND, target[:-1])):
                    arrives = grid & _grid(space, buys[card, seat], block)
                    reached_by |= np.moveaxis(arrives, axis, 0)
    return reached


def _ever_buys(table: Bytes, buy: int) -> Bools:
    """Return split flags: True if the rule ever buys the card."""
    return np.asarray(((table == buy) | (table == RANDOM)).any(axis=(1, 2)))


def _grid(space: RaceSpace, flags: Bools, block: Supply) -> Bools:
    """Return a supply's part of a layer by the first player's Provinces and Duchies."""
    rows = space.block_splits(block)
    return flags[rows.start : rows.stop].reshape([taken + 1 for taken in block])
