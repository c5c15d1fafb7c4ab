"""The splits that games reach, where a player's rule never buys some cards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.race.rules import RANDOM, Buy, Seat
from llq.solver.dominion.race.space import Block, RaceSpace

Flags = NDArray[np.bool_]


def reached_splits(
    space: RaceSpace, tables: Sequence[Sequence[NDArray[np.uint8]] | None]
) -> list[Flags]:
    """Return which splits games reach, whatever is drawn.

    Parameters
    ----------
    space
        The states.
    tables
        By seat, a rule's buys by layer, as ``Layer.rule1`` of the kernels; None for a player who
        may buy anything.

    Returns
    -------
    list
        By layer, (splits,) bool.
    """
    race = space.race
    reached = [np.zeros(space.splits(layer), bool) for layer in range(race.provinces)]
    reached[0][0] = True
    piles = (
        (Buy.PROVINCE, race.provinces - 1),  # the last Province ends the game
        (Buy.DUCHY, race.duchies),
        (Buy.ESTATE, race.estates),
    )
    for layer, here in enumerate(reached):
        bought = {
            (buy, seat): _buys(table[layer], buy) if table else np.ones(len(here), bool)
            for buy, _ in piles
            for seat, table in zip(Seat, tables, strict=True)
        }
        for block in reversed(list(space.blocks(layer))):
            flags = _grid(space, here, block)
            for axis, (buy, most) in enumerate(piles):
                if block[axis] == most:
                    continue
                after = Block(*(taken + (axis == i) for i, taken in enumerate(block)))
                target = np.moveaxis(_grid(space, reached[after.provinces], after), axis, 0)
                for seat, mine in ((Seat.FIRST, target[1:]), (Seat.SECOND, target[:-1])):
                    comes = flags & _grid(space, bought[buy, seat], block)
                    mine |= np.moveaxis(comes, axis, 0)
    return reached


def _buys(table: NDArray[np.uint8], buy: Buy) -> Flags:
    """Return in which splits a rule buys a card with some deck and hand."""
    found: Flags = ((table == buy) | (table == RANDOM)).any(axis=(1, 2))
    return found


def _grid(space: RaceSpace, flags: Flags, block: Block) -> Flags:
    """Return a supply's part of a layer by the first player's Provinces, Duchies and Estates."""
    rows = space.block_splits(block)
    return flags[rows.start : rows.stop].reshape([taken + 1 for taken in block])
