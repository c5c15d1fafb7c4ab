"""The race's table: best buys, how often each situation is met, and matches of the rules."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from llq.errors import IllegalState, UnknownState
from llq.query.dominion.race.format import build_command, race_spec_like
from llq.query.dominion.race.notation import RaceSituation
from llq.query.dominion.race.roster import RACE_PLAYERS
from llq.solver.dominion.race.rules import COSTS, Buy, Seat, capped
from llq.solver.dominion.race.space import RaceSpace, Split
from llq.solver.dominion.rules import Action
from llq.store.locate import open_like
from llq.store.schema import TableSpec
from llq.store.tables import TableInfo

__all__ = ["DominionRace", "open_race", "race_remedy"]


@dataclass(frozen=True)
class DominionRace:
    """The solved race.

    Parameters
    ----------
    info
        What the table file says of itself.
    columns
        Its columns by name, as `llq tables` describes them.
    """

    info: TableInfo
    columns: dict[str, NDArray[Any]]

    @property
    def space(self) -> RaceSpace:
        """The states of the race."""
        said = self.info.spec.parameters
        race = capped(int(said["silver"]), int(said["gold"]), estates=bool(said["estates"]))
        return RaceSpace(race)

    @property
    def has_estates(self) -> bool:
        """Whether Estates are for sale."""
        return bool(self.info.spec.parameters["estates"])

    @property
    def win_prob(self) -> float:
        """Chance that the first player wins, ties a half."""
        return float(self.columns["value"][0])

    def lookup(self, situation: RaceSituation) -> Action:
        """Return the best buy in a situation, from the stored policy.

        Parameters
        ----------
        situation
            From `llq.dominion.race.situation`.

        Raises
        ------
        UnknownState
            The table does not go up to such decks; the message says how far it goes.

        Examples
        --------
        >>> import llq
        >>> table = llq.dominion.race.open()
        >>> table.lookup(llq.dominion.race.situation("7c 3e", "7c 3e", coins=4))
        Action(card='silver')
        """
        split, state = self._place(situation)
        code = int(self.columns["book"][self.columns["policy"][split, state]])
        band = sum(situation.coins >= cost for cost in COSTS) - 1
        buy = 0
        for below in range(1, band + 1):
            code, buy = divmod(code, below + 1)
        return Action(Buy(buy).name.lower() if buy else None)

    def get(self, situation: RaceSituation, default: Action | None = None) -> Action | None:
        """Return the best buy of a situation, or ``default`` where `lookup` raises an error."""
        try:
            return self.lookup(situation)
        except UnknownState:
            return default

    def match(self, first: str, second: str) -> float:
        """Return the exact chance that the first of two players wins.

        Raises
        ------
        IllegalState
            The table has no such match.
        """
        names = self.columns["match_first"], self.columns["match_second"]
        for a, b, win in zip(*names, self.columns["match_win"], strict=True):
            if (RACE_PLAYERS[a], RACE_PLAYERS[b]) == (first, second):
                return float(win)
        raise IllegalState(f"{self.info.path.name} has no match of {first} and {second}")

    def _place(self, situation: RaceSituation) -> tuple[int, int]:
        """Return the split and the state there."""
        space, said = self.space, situation
        decks = (said.mine, said.theirs) if said.seat is Seat.FIRST else (said.theirs, said.mine)
        if self.has_estates != ("estate" in said.left):
            raise UnknownState(
                f"{self.info.path.name} is of the race {'with' if self.has_estates else 'without'} "
                "estates for sale"
            )
        if any(deck.get("copper", 0) != 7 for deck in decks):
            raise UnknownState(f"{self.info.path.name} has decks with 7 copper only")
        if not self.has_estates and any(deck.get("estate", 0) != 3 for deck in decks):
            raise UnknownState(f"{self.info.path.name} has decks with 3 estate only")
        treasures = [(deck.get("silver", 0), deck.get("gold", 0)) for deck in decks]
        side = space.race.first
        if any(s > side.silver_room or g > side.gold_room for s, g in treasures):
            raise UnknownState(
                f"{self.info.path.name} goes up to {side.silver_room} silver and {side.gold_room} "
                "gold; llq dominion race lookup solves any deck"
            )

        def pair(card: str, start: int = 0) -> tuple[int, int]:
            return decks[0].get(card, 0) - start, decks[1].get(card, 0) - start

        layer, rank = space.rank(Split(pair("province"), pair("duchy"), pair("estate", 3)))
        split = rank + sum(space.splits(below) for below in range(layer))
        return split, said.seat * space.cells + space.cell(*treasures)


def race_remedy(spec: TableSpec | None = None, *, estates: bool = False) -> str:
    """Return what to do about a table that is missing or refused."""
    plain = "llq build dominion-race" + (" --estates" if estates else "")
    return f"build it with: {build_command(spec) if spec else plain}"


def open_race(path: str | os.PathLike[str] | None = None, *, estates: bool = False) -> DominionRace:
    """Return the solved race, read whole and verified.

    Parameters
    ----------
    path
        The file, or a folder with it; by default wherever tables are looked for.
    estates
        Whether Estates are for sale.

    Raises
    ------
    TableMissing
        There is no such table; the message has the command that builds it.
    CorruptTable, ForeignTable, FormatTooOld, FormatTooNew, StaleTable
        The file is not today's table, whole and intact.
    """
    name = "dominion-race-estates" if estates else "dominion-race"

    def remedy(spec: TableSpec | None = None) -> str:
        return race_remedy(spec, estates=estates)

    with open_like(name, path, race_spec_like, remedy) as table:
        columns = {column.name: table.read(column.name) for column in table.info.spec.columns}
        return DominionRace(table.info, columns)
