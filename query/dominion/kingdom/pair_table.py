"""The table of pairs of kingdom cards: what each pair saves on the way to 4, 6 and 8 Provinces."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState, UnknownCard
from llq.query.dominion.kingdom.pairs import KingdomPair, solve_pair
from llq.query.jobs.block_build import BlockJob, build_from_blocks, split_columns
from llq.query.tables.stored_table import BuildOption, StoredTable
from llq.solver.dominion.kingdom.cards import find_card
from llq.solver.dominion.kingdom.pair_rules import check_pair, pair_caps
from llq.solver.dominion.variants import rules
from llq.store.database import Relation
from llq.store.schema import Column, TableSpec
from llq.store.tables import TableFile, TableInfo

PAIR_CARDS = (
    "moat,village,watchtower,woodcutter,militia,smithy,bazaar,charlatan,council_room,embassy,"
    "festival,laboratory,market"
)
"""Cards of the grid, each of another kind, by price."""

GOALS = (4, 6, 8)
"""Provinces that end its games."""

_COLUMNS = {
    "turns": ("turns", "fewest expected turns with both cards for sale"),
    "alone": ("turns", "fewest expected turns with the better of the two alone"),
    "saved": ("turns", "turns that the better card alone takes longer"),
    "first_copies": ("copies", "copies of the first card that the optimum buys, on average"),
    "second_copies": ("copies", "copies of the second card, likewise"),
}
"""Unit and meaning of each number, by its name in `KingdomPair`."""


class PairBlock(NamedTuple):
    """One game: both cards, by name, and the Provinces that end it."""

    first: str
    second: str
    provinces: int


@dataclass(frozen=True, eq=False, repr=False)
class KingdomPairs(StoredTable):
    """What pairs of kingdom cards save on the way to 4, 6 and 8 Provinces.

    Parameters
    ----------
    info
        What the table file says of itself.
    numbers
        By the names of `KingdomPair`, (pairs, goals) float64 each, in the order of `solved_pairs`.
    """

    kind = "dominion-kingdom-pairs"
    version = 2
    build_options = (BuildOption("cards", read=str, usual=PAIR_CARDS),)
    method = "exact within the caps on cards"

    info: TableInfo
    numbers: dict[str, NDArray[np.float64]]

    @staticmethod
    def make_spec(cards: str = PAIR_CARDS) -> TableSpec:
        """Return what today's code would build for pairs of some cards, with commas between."""
        shape = len(solved_pairs(cards)), len(GOALS)
        return TableSpec(
            game="dominion",
            variant="kingdom-pairs",
            rules_id="dominion/kingdom-cards",
            rules_version=rules().version,
            parameters={"cards": cards},
            version=KingdomPairs.version,
            columns=tuple(
                Column(
                    name,
                    "float64",
                    ("pair", "provinces"),
                    unit,
                    f"{about[0].upper()}{about[1:]}.",
                    shape=shape,
                    least=0.0,
                )
                for name, (unit, about) in _COLUMNS.items()
            ),
        )

    @classmethod
    def from_file(cls, file: TableFile) -> KingdomPairs:
        """Return the table of an open file, read whole."""
        return cls(file.info, {name: file.read(name) for name in _COLUMNS})

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Names of the cards of each pair."""
        return solved_pairs(str(self.info.spec.parameters["cards"]))

    def row(self, first: str, second: str, provinces: int) -> KingdomPair:
        """Return what is stored of a pair, in either order.

        Raises
        ------
        IllegalState
            The table has no such number of Provinces.
        UnknownCard
            The table does not have the pair.
        """
        pairs = self.pairs
        if provinces not in GOALS:
            raise IllegalState(f"provinces must be 4, 6 or 8 in a table of pairs; got {provinces}")
        pair = (first, second) if (first, second) in pairs else (second, first)
        if pair not in pairs:
            raise UnknownCard(f"{self.info.path.name} has no pair of {first} and {second}")
        place = pairs.index(pair), GOALS.index(provinces)
        found = {name: float(of[place]) for name, of in self.numbers.items()}
        if pair != (first, second):
            copies = found["second_copies"], found["first_copies"]
            found["first_copies"], found["second_copies"] = copies
        cards = find_card(first), find_card(second)
        return KingdomPair(
            first=first,
            second=second,
            provinces=provinces,
            copies=pair_caps(cards, provinces).copies,
            **found,
        )


def solved_pairs(cards: str) -> list[tuple[str, str]]:
    """Return the pairs of some cards whose best play is known.

    Raises
    ------
    IllegalState, UnknownCard
        There are none, or no such card.
    """
    pairs = []
    for pair in combinations([find_card(name) for name in cards.split(",")], 2):
        with suppress(IllegalState):
            check_pair(pair)
            pairs.append((pair[0].name, pair[1].name))
    if not pairs:
        raise IllegalState(f"{cards:.40} has no pair that is solved; name two cards or more")
    return pairs


def build_pairs(
    cards: str = PAIR_CARDS,
    folder: str | os.PathLike[str] | None = None,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> Path:
    """Solve the pairs of some cards to 4, 6 and 8 Provinces and return the table's path.

    An interrupted build resumes.

    Raises
    ------
    IllegalState, UnknownCard
        No pair of the cards is solved, or there is no such card.
    TableNotWritable
        The folder cannot be written to.
    """
    job = pairs_job(cards)
    return build_from_blocks(
        job, folder=folder, threads=threads, progress=progress, executor=executor
    )


def pairs_job(cards: str) -> BlockJob[PairBlock]:
    """Return what `build_pairs` computes and joins."""
    spec = KingdomPairs.make_spec(cards)

    def join(results: Iterator[NDArray[np.float64]]) -> dict[str, NDArray[Any]]:
        rows = np.array(list(results)).reshape(-1, len(GOALS), len(_COLUMNS))
        return split_columns(rows, _COLUMNS)

    return BlockJob(
        spec=spec,
        command=KingdomPairs.command_of(spec),
        tasks={
            f"{first}-{second}-{goal}".replace("_", "-"): PairBlock(first, second, goal)
            for first, second in solved_pairs(cards)
            for goal in GOALS
        },
        work=compute_block,
        join=join,
        cost=lambda block: block.provinces**2,
    )


def compute_block(block: PairBlock) -> NDArray[np.float64]:
    """Return the numbers of a game, (columns,), in their order."""
    result = solve_pair(find_card(block.first), find_card(block.second), block.provinces)
    return np.array([getattr(result, name) for name in _COLUMNS], dtype=np.float64)


def open_pairs(path: str | os.PathLike[str] | None = None) -> KingdomPairs:
    """Return the table of pairs, read whole and verified.

    Parameters and errors are those of `llq.dominion.table.open`.

    Examples
    --------
    >>> from llq.query.dominion.kingdom.pair_table import open_pairs
    >>> len(open_pairs().pairs)
    75
    """
    return KingdomPairs.load(KingdomPairs.kind, path)


def pair_ranking(provinces: int = 4, card: str = "") -> list[KingdomPair]:
    """Return the pairs that come with llq, or those with a card, the fewest turns first.

    Raises
    ------
    IllegalState, UnknownCard
        The table has no such number of Provinces or no pair with the card.
    TableMissing, StaleTable, CorruptTable
        As `open_pairs`.

    Examples
    --------
    >>> import llq
    >>> best = llq.dominion.kingdom.pair_ranking(4)[0]
    >>> best.first, best.second
    ('moat', 'embassy')
    """
    table, name = open_pairs(), find_card(card).name if card else ""
    pairs = [(name, b if a == name else a) for a, b in table.pairs if name in (a, b)]
    if name and not pairs:
        raise UnknownCard(
            f"{table.info.path.name} has no pair with {name}; llq dominion kingdom pair {name} "
            "smithy solves one"
        )
    rows = [table.row(*pair, provinces) for pair in pairs or table.pairs]
    return sorted(rows, key=lambda row: (row.turns, row.first, row.second))


def pair_relations(table: KingdomPairs) -> tuple[Relation, ...]:
    """Return the pairs, one row a pair and number of Provinces."""
    pair, goal = (axis.ravel() for axis in np.indices(table.numbers["turns"].shape))
    names = np.array(table.pairs)[pair]
    return (
        Relation(
            "dominion_kingdom_pair",
            {
                "provinces": np.array(GOALS, np.uint8)[goal],
                "first": names[:, 0],
                "second": names[:, 1],
                **{name: table.numbers[name].ravel() for name in _COLUMNS},
            },
            "What two kingdom cards save on the way to Provinces, by fresh hands.",
            {
                "provinces": "Provinces that end the game",
                "first": "a kingdom card for sale",
                "second": "another; each pair stands once",
                **{name: about for name, (_, about) in _COLUMNS.items()},
            },
        ),
    )
