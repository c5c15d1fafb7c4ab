"""The table of kingdom cards: turns saved towards 1 to 8 Provinces, by fresh hands.

The first row is money alone.
"""

import os
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import UnknownCard
from llq.query.dominion.kingdom.answers import KingdomTurns
from llq.query.dominion.kingdom.solving import (
    FIRST_COINS,
    MOST_PROVINCES,
    known_card,
    solve_kingdom,
)
from llq.query.dominion.relations import relations_and_views
from llq.query.jobs.block_build import BlockJob, build_from_blocks
from llq.query.tables.relations import Columns
from llq.query.tables.stored_table import BuildOption, StoredTable
from llq.solver.arguments import check_integer
from llq.solver.array_types import Floats
from llq.solver.dominion.kingdom.cards import (
    CHOOSING_COPIES,
    COPIES,
    MONEY,
    KingdomCard,
    kingdom_cards,
)
from llq.solver.dominion.variants import rules
from llq.solver.jobs.progress import Progress
from llq.store.database import Relation, View
from llq.store.schema import Column, Parameter, TableSpec

_TURNS = "turns"
_COLUMNS = {
    "turns": (
        _TURNS,
        "fewest expected turns with money and the card for sale, of a card whose play is a choice "
        f"{CHOOSING_COPIES} copies at most",
    ),
    "one_copy": (_TURNS, "the same with one copy at most"),
    "two_copies": (_TURNS, "the same with two copies at most"),
    "three_copies": (_TURNS, "the same with three copies at most"),
    "saved": (_TURNS, "turns that money alone takes longer"),
    "copies": ("copies", "copies that the optimum buys, on average"),
    "likeliest": ("copies", "their likeliest number"),
    "likeliest_chance": ("probability", "chance of that number"),
    "big_money": (_TURNS, "expected turns of Big Money + X with the best limit on copies"),
    "big_money_copies": ("copies", "that limit"),
    "at_least": (_TURNS, "turns that no policy is below; none for a card that trashes or gains"),
}
"""Unit and meaning of each number, keyed by `KingdomTurns` field."""

_CARD = "card"
_BUYS = ("pass", *(card.name for card in rules().treasures), _CARD)
"""Purchases of the first hand, in code order; the last is the row's card."""

_FIRST_BUYS = {
    f"first_{coins}": ("purchase", f"what best play buys first with {coins} coins")
    for coins in FIRST_COINS
}

_COUNTS = ("likeliest", "big_money_copies")

ATTACKS = frozenset(card.name for card in kingdom_cards() if card.is_attack)

_ROWS = (MONEY, *(card.name for card in kingdom_cards()))
"""Table rows: money alone, then cards by price."""


class KingdomBlock(NamedTuple):
    """A game: card name and number of Provinces."""

    card: str
    provinces: int


class KingdomTable(StoredTable):
    """Turns saved by every kingdom card towards 1 to ``provinces`` Provinces."""

    kind = "dominion-kingdom"
    version = 4
    build_options = (BuildOption("provinces", read=int, usual=MOST_PROVINCES),)
    method = "exact within the caps on cards"

    @staticmethod
    def make_spec(provinces: int = MOST_PROVINCES) -> TableSpec:
        """Return today's specification for games to 1 to ``provinces`` Provinces."""
        parameters: dict[str, Parameter] = {
            "provinces": provinces,
            "cards": ",".join(_ROWS),
            "copies": COPIES,
            "choosing_copies": CHOOSING_COPIES,
        }
        columns = (
            Column(
                name, "float64", ("card", "provinces"), unit, f"{about[0].upper()}{about[1:]}.",
                shape=(len(_ROWS), provinces), least=0.0, is_finite=name != "at_least",
            )
            for name, (unit, about) in (_COLUMNS | _FIRST_BUYS).items()
        )  # fmt: skip
        rules_id = "dominion/kingdom-cards", rules().version
        return KingdomTable.describe(KingdomTable.kind, rules_id, parameters, columns)

    @classmethod
    def build(
        cls,
        provinces: int = MOST_PROVINCES,
        folder: str | os.PathLike[str] | None = None,
        *,
        threads: int = 2,
        progress: Progress = None,
        executor: Executor | None = None,
    ) -> Path:
        """Solve every kingdom card to 1 to ``provinces`` Provinces and return the table's path.

        An interrupted build resumes.

        Raises
        ------
        IllegalState
            There is no such number of Provinces.
        TableNotWritable
            The folder cannot be written to.
        """
        check_integer("provinces", provinces, 1, MOST_PROVINCES)
        return build_from_blocks(cls.job(provinces), folder, threads, progress, executor)

    @classmethod
    def job(cls, provinces: int) -> BlockJob[KingdomBlock]:
        """Return the blocks and join of `build`; cards that differ only in name are solved once."""
        spec = cls.make_spec(provinces)
        solved: dict[KingdomCard | None, str] = {}
        cards = [known_card(name) for name in _ROWS]
        solved_as = [
            solved.setdefault(card and replace(card, name="any"), name)
            for card, name in zip(cards, _ROWS, strict=True)
        ]

        def join(results: Iterator[Floats]) -> dict[str, NDArray[Any]]:
            names = _COLUMNS | _FIRST_BUYS
            rows = np.array(list(results)).reshape(len(solved), provinces, len(names))
            rows = rows[[list(solved.values()).index(name) for name in solved_as]]
            return {name: rows[..., place].copy() for place, name in enumerate(names)}

        games = product(solved.values(), range(1, provinces + 1))
        blocks = [KingdomBlock(*game) for game in games]
        return BlockJob(
            spec=spec,
            command=cls.command_of(spec),
            tasks={f"{block.card}-{block.provinces}": block for block in blocks},
            work=compute_block,
            join=join,
            cost=lambda block: block.provinces**2,
        )

    @property
    def numbers(self) -> dict[str, Floats]:
        """Numbers by the names of `KingdomTurns`, (cards, provinces) float64 each."""
        return {**self.columns}

    @property
    def cards(self) -> tuple[str, ...]:
        """Row names: money alone, then cards by price."""
        return tuple(str(self.info.spec.parameters["cards"]).split(","))

    def row(self, card: str, provinces: int) -> KingdomTurns:
        """Return a card's stored result for a number of Provinces.

        Raises
        ------
        IllegalState
            The table does not go as far.
        UnknownCard
            The table does not have the card.
        """
        check_integer("provinces", provinces, 1, int(self.info.spec.parameters["provinces"]))
        if card not in self.cards:
            raise UnknownCard(f"{self.info.path.name} has no card {card!r:.40}")
        place = self.cards.index(card), provinces - 1
        numbers: dict[str, Any] = {
            name: float(column[place]) for name, column in self.numbers.items()
        }
        if np.isnan(numbers["at_least"]):
            numbers["at_least"] = None
        bought = {coins: _BUYS[int(numbers.pop(f"first_{coins}"))] for coins in FIRST_COINS}
        return KingdomTurns(
            card=card,
            provinces=provinces,
            first_buys={
                coins: () if name == "pass" else (card if name == _CARD else name,)
                for coins, name in bought.items()
            },
            decks=None,
            attacks=card in ATTACKS,
            **numbers | {name: int(numbers[name]) for name in _COUNTS},
        )

    def sql(self) -> tuple[Relation | View, ...]:
        """Return the ranking, one row per card and Province count."""
        card, goal = (axis.ravel() for axis in np.indices(self.numbers["turns"].shape))
        cards = np.array(self.cards)[card]
        numbers: dict[str, NDArray[Any]] = {
            name: column.ravel() for name, column in self.numbers.items()
        }
        loss = np.maximum(numbers["big_money"] - numbers["turns"], 0)
        numbers["at_least"] = np.ma.masked_invalid(numbers["at_least"])
        for name in _COUNTS:
            numbers[name] = numbers[name].astype(np.uint8)
        for name in _FIRST_BUYS:
            bought = np.array(_BUYS)[numbers[name].astype(np.uint8)]
            numbers[name] = np.where(bought == _CARD, cards, bought)
        turns = self.numbers["turns"].round(9)  # equal cards differ in the last bits
        is_card = np.array(self.cards) != MONEY
        order = is_card[:, None] * (1 + (turns[is_card][None] < turns[:, None]).sum(axis=1))
        columns: Columns = {
            "provinces": (goal + 1).astype(np.uint8),
            "rank": order.ravel().astype(np.uint8),
            "card": cards,
            "attacks": np.isin(cards, [*ATTACKS]),
            **{name: (numbers[name], about) for name, (_, about) in _COLUMNS.items()},
            "big_money_loses": loss,
            **{name: (numbers[name], about) for name, (_, about) in _FIRST_BUYS.items()},
        }
        words = {"name": "dominion_kingdom"}
        return relations_and_views(self, "kingdom", words, {"ranking": columns})


def compute_block(block: KingdomBlock) -> Floats:
    """Return a game's numbers in column order, (columns,)."""
    result = solve_kingdom(known_card(block.card), block.provinces)
    row = np.array([getattr(result, name) for name in _COLUMNS], dtype=np.float64)
    firsts = [result.first_buys[coins] for coins in FIRST_COINS]
    bought = [_CARD if buys == (block.card,) else (buys or ("pass",))[0] for buys in firsts]
    # A card need not be bought: less than 0 saved is rounding.
    return np.concatenate([np.maximum(row, 0), [float(_BUYS.index(name)) for name in bought]])


def open_kingdom(path: str | os.PathLike[str] | None = None) -> KingdomTable:
    """Return the table of kingdom cards, read whole and verified.

    Parameters and errors are those of `llq.dominion.table.open`.

    Examples
    --------
    >>> import llq
    >>> table = llq.dominion.kingdom.open()
    >>> best = table.numbers["turns"][:, 3].argmin()
    >>> table.cards[best], round(float(table.numbers["turns"][best, 3]), 2)
    ('embassy', 13.19)
    """
    return KingdomTable.load(KingdomTable.kind, path)


build_kingdom = KingdomTable.build
