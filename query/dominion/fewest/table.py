"""The table of the fewest turns to 1 to 8 Provinces: optima, chances by turn, and known rules."""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState, UnknownState, UnknownStrategy
from llq.query.dominion.fewest.format import STRATEGIES, fewest_build_command, fewest_spec
from llq.query.dominion.fewest.games import MOST_PROVINCES, RULES
from llq.store.locate import open_like
from llq.store.schema import TableSpec
from llq.store.tables import TableInfo

__all__ = [
    "DominionFewest",
    "FewestResult",
    "fewest_remedy",
    "fewest_spec_like",
    "open_fewest",
]


def fewest_spec_like(spec: TableSpec) -> TableSpec:
    """Return what today's code would build as far as a table goes."""
    provinces = int(spec.parameters.get("provinces", 0))
    return fewest_spec(min(max(provinces, 1), MOST_PROVINCES))


def fewest_remedy(spec: TableSpec | None = None) -> str:
    """Return what to do about a table that is missing or refused."""
    provinces = int(spec.parameters["provinces"]) if spec else MOST_PROVINCES
    return f"build it with: {fewest_build_command(provinces)}"


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


@dataclass(frozen=True)
class DominionFewest:
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

    info: TableInfo
    turns: NDArray[np.float64]
    lost: NDArray[np.float64]
    at_least: NDArray[np.float64]
    done: NDArray[np.float64]
    best_done: NDArray[np.float64]
    deck_turns: NDArray[np.float64]
    fresh_buy: NDArray[np.uint8]

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
            raise UnknownStrategy(f"{rule!r} is not a rule; choose one of {', '.join(RULES)}")
        if not 1 <= provinces <= self.provinces:
            raise UnknownState(
                f"this table goes from 1 to {self.provinces} Provinces, not {provinces}; "
                f"build a larger one with: {fewest_build_command(MOST_PROVINCES)}"
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

    Parameters
    ----------
    path
        The file, or a folder with it; by default wherever tables are looked for.

    Raises
    ------
    TableMissing
        There is no such table; the message has the command that builds it.
    CorruptTable, ForeignTable, FormatTooOld, FormatTooNew, StaleTable
        The file is not today's table, whole and intact.
    """
    with open_like("dominion-fewest", path, fewest_spec_like, fewest_remedy) as table:
        columns = (table.read(column.name) for column in table.info.spec.columns)
        return DominionFewest(table.info, *columns)
