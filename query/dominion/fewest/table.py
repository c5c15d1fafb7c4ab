"""The table of the fewest turns to 1 to 8 Provinces: optima, chances by turn, and known rules."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState, UnknownState, UnknownStrategy, one_of
from llq.query.dominion.fewest.answers import MOST_PROVINCES, RULES
from llq.query.tables.stored_table import BuildOption, StoredTable
from llq.solver.dominion.variants import rules
from llq.store.schema import Column, TableSpec
from llq.store.tables import TableFile, TableInfo

STRATEGIES = ("optimum", "big_money", "big_money_duchies", "big_money_ultimate", "thesis")
"""The fewest expected turns, rules that people play by, and the thesis's policy for 31 turns."""

TURNS, BEST_TURNS = 60, 40
"""Turns whose chances to be done are kept, of strategies and of the best chances."""

THESIS_TURNS = 31

SILVER, GOLD = 14, 12
"""Most Silvers and Golds of the decks whose values are kept."""

PASS = 6
"""Stands for passing where a card's place in the rules stands for buying it."""

_MOST_CHANCE = 1 + 1e-9


@dataclass(frozen=True)
class FewestResult:
    """What a strategy achieves in games to a number of Provinces.

    Parameters
    ----------
    strategy, rule, provinces
        As asked.
    turns
        Expected turns; None for the thesis's policy, which stops after 31 turns.
    done
        (turns + 1,) chance to have the Provinces within 0, 1, … turns.
    lost
        Chance of the states that were left out.
    """

    strategy: str
    rule: str
    provinces: int
    turns: float | None
    done: NDArray[np.float64]
    lost: float

    def __str__(self) -> str:
        if self.turns is None:
            return f"{self.strategy}, {self.provinces} Provinces, {self.rule} rule: stops"
        return (
            f"{self.strategy}, {self.provinces} Provinces, {self.rule} rule: "
            f"{self.turns:.4f} expected turns"
        )


@dataclass(frozen=True, eq=False, repr=False)
class DominionFewest(StoredTable):
    """The fewest turns to 1 to 8 Provinces, and what known rules lose.

    Parameters
    ----------
    info
        What the table file says of itself.
    turns, lost
        (strategies, 2, provinces) float64, in the order of ``STRATEGIES`` and ``RULES``.
    at_least
        (2, provinces) float64. Turns that no policy is below.
    done
        (strategies, 2, provinces, turns + 1) float64.
    best_done
        (2, provinces, turns + 1) float64. The best chance by each turn.
    deck_turns
        (2, decks) float64. Turns of each deck, by goal, Provinces bought, Silvers and Golds.
    fresh_buy
        (decks, 4) uint8. Places of cards in the rules, 6 to pass.
    """

    kind = "dominion-fewest"
    build_options = (
        BuildOption(
            "provinces", read=lambda n: min(max(int(n), 1), MOST_PROVINCES), usual=MOST_PROVINCES
        ),
    )
    method = "exact but for chances left out, which stand beside"

    info: TableInfo
    turns: NDArray[np.float64]
    lost: NDArray[np.float64]
    at_least: NDArray[np.float64]
    done: NDArray[np.float64]
    best_done: NDArray[np.float64]
    deck_turns: NDArray[np.float64]
    fresh_buy: NDArray[np.uint8]

    @staticmethod
    def make_spec(provinces: int = MOST_PROVINCES) -> TableSpec:
        """Return what today's code would build for games to 1 to ``provinces`` Provinces."""
        kept = sum(map(decks, range(1, provinces + 1)))
        rule = ("rule", "provinces")
        sizes = {
            "strategy": len(STRATEGIES),
            "rule": len(RULES),
            "provinces": provinces,
            "deck": kept,
        }

        def column(
            name: str, axes: tuple[str, ...], unit: str, about: str, turns: int = 0, **limits: Any
        ) -> Column:
            shape = tuple(turns + 1 if axis == "turn" else sizes[axis] for axis in axes)
            return Column(name, "float64", axes, unit, about, shape=shape, least=0.0, **limits)

        return TableSpec(
            game="dominion",
            variant="fewest",
            rules_id="dominion/fewest-provinces",
            rules_version=rules().version,
            parameters={
                "provinces": provinces,
                "turns": TURNS,
                "strategies": ",".join(STRATEGIES),
                "rules": ",".join(RULES),
                "silver": SILVER,
                "gold": GOLD,
            },
            version=DominionFewest.version,
            columns=(
                column(
                    "turns",
                    ("strategy", *rule),
                    "turns",
                    "Expected turns from the starting deck; NaN for the thesis's policy, which "
                    "ends.",
                    is_finite=False,
                ),
                column(
                    "lost",
                    ("strategy", *rule),
                    "probability",
                    "Chance of what is not followed to the end: tiny chances, huge decks, more "
                    "turns.",
                    most=1.0,
                ),
                column(
                    "at_least", rule, "turns", "A bound that no policy's expected turns are below."
                ),
                column(
                    "done",
                    ("strategy", *rule, "turn"),
                    "probability",
                    "Chance to have the Provinces within so many turns.",
                    TURNS,
                    most=_MOST_CHANCE,
                ),
                column(
                    "best_done",
                    (*rule, "turn"),
                    "probability",
                    "The best chance to have the Provinces within so many turns, each a policy's "
                    "own.",
                    BEST_TURNS,
                    most=_MOST_CHANCE,
                ),
                column(
                    "deck_turns",
                    ("rule", "deck"),
                    "turns",
                    "Fewest expected turns of a deck, all of it to be shuffled; decks by goal, "
                    "Provinces bought, Silvers and Golds.",
                ),
                Column(
                    "fresh_buy",
                    "uint8",
                    ("deck", "coins"),
                    "place of a card in the rules, 6 to pass",
                    "What to buy by fresh hands with 0-2, 3-5, 6-7 and 8 or more coins.",
                    shape=(kept, 4),
                    most=PASS,
                ),
            ),
        )

    @classmethod
    def from_file(cls, file: TableFile) -> DominionFewest:
        """Return the table of an open file, read whole."""
        return cls(file.info, *(file.read(column.name) for column in file.info.spec.columns))

    @property
    def provinces(self) -> int:
        """The most Provinces of a game."""
        return int(self.turns.shape[2])

    def lookup(self, strategy: str, provinces: int, rule: str = "real") -> FewestResult:
        """Return what a strategy achieves.

        Parameters
        ----------
        strategy
            ``"optimum"``, ``"big_money"``, ``"big_money_duchies"``, ``"big_money_ultimate"`` or
            ``"thesis"``.

        Raises
        ------
        UnknownStrategy
            There is no such strategy or rule.
        UnknownState
            The table does not go up to that number of Provinces.

        Examples
        --------
        >>> import llq
        >>> print(llq.dominion.fewest.open().lookup("big_money", 4))
        big_money, 4 Provinces, real rule: 16.8005 expected turns
        """
        if strategy not in STRATEGIES:
            known = ", ".join(STRATEGIES)
            raise UnknownStrategy(f"{strategy!r} is not a strategy here; those are {known}")
        if rule not in RULES:
            raise UnknownStrategy(f"{rule!r} is not a rule{one_of(rule, RULES)}")
        if not 1 <= provinces <= self.provinces:
            raise UnknownState(
                f"this table goes from 1 to {self.provinces} Provinces, not {provinces}; "
                f"build a larger one with: {self.build_command()}"
                if provinces <= MOST_PROVINCES
                else f"there are {MOST_PROVINCES} Provinces; got {provinces}"
            )
        at = STRATEGIES.index(strategy), RULES.index(rule), provinces - 1
        turns = float(self.turns[at])
        return FewestResult(
            strategy=strategy,
            rule=rule,
            provinces=provinces,
            turns=None if np.isnan(turns) else turns,
            done=self.done[at],
            lost=float(self.lost[at]),
        )

    def get(
        self,
        strategy: str,
        provinces: int,
        rule: str = "real",
        default: FewestResult | None = None,
    ) -> FewestResult | None:
        """Return what a strategy achieves, or ``default`` where `lookup` raises an error."""
        try:
            return self.lookup(strategy, provinces, rule)
        except (IllegalState, UnknownState, UnknownStrategy):
            return default


def open_fewest(path: str | os.PathLike[str] | None = None) -> DominionFewest:
    """Return the table of the fewest turns, read whole and verified.

    Parameters and errors are those of `llq.dominion.table.open`.
    """
    return DominionFewest.load(DominionFewest.kind, path)


def decks(provinces: int) -> int:
    """Return the number of decks stored for games to ``provinces`` Provinces."""
    return provinces * (SILVER + 1) * (GOLD + 1)
