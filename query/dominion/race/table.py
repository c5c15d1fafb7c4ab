"""The race's table: best buys, how often each situation is met, and matches of the rules."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from llq.errors import IllegalState, UnknownState
from llq.query.dominion.race.notation import RaceSituation
from llq.query.dominion.race.roster import RACE_PLAYERS
from llq.query.tables.stored_table import BuildOption, StoredTable
from llq.solver.dominion.race.rules import COSTS, Buy, Race, Seat, capped
from llq.solver.dominion.race.space import RaceSpace, Split
from llq.solver.dominion.rules import Action
from llq.store.schema import Column, TableSpec
from llq.store.tables import TableFile, TableInfo

ROOM = 12, 10
"""Silvers and Golds that each player may buy, by default."""

PRUNED = 1e-8
"""Situations that a game meets less often are left out."""

_WIDEST = 24

_ONE = 1 + 1e-9
"""A chance, rounded."""


@dataclass(frozen=True, eq=False, repr=False)
class DominionRace(StoredTable):
    """The solved race.

    Parameters
    ----------
    info
        What the table file says of itself.
    columns
        Its columns by name, as `llq tables` describes them.
    """

    kind = "dominion-race"
    build_options = (
        BuildOption("silver", read=int),
        BuildOption("gold", read=int),
    )
    method = "exact for fresh hands up to its Silver and Gold, in float32 steps"

    info: TableInfo
    columns: dict[str, NDArray[Any]]

    @staticmethod
    def make_spec(silver: int | None = None, gold: int | None = None) -> TableSpec:
        """Return what today's code would build; the options are those of `build_race`."""
        silver = ROOM[0] if silver is None else silver
        gold = ROOM[1] if gold is None else gold
        race = table_race(silver, gold)
        space = RaceSpace(race)
        splits = sum(space.splits(layer) for layer in range(race.provinces))
        situation, end, match = ("situation",), ("end",), ("match",)

        def small(name: str, axes: tuple[str], most: int, about: str) -> Column:
            return Column(name, "uint8", axes, "", about, shape=(f"{axes[0]}s",), most=most)

        def points(name: str, axes: tuple[str], about: str) -> Column:
            return Column(name, "int16", axes, "points", about, shape=(f"{axes[0]}s",))

        def real(name: str, axes: tuple[str], unit: str, about: str) -> Column:
            return Column(name, "float64", axes, unit, about, shape=(f"{axes[0]}s",), least=-1e-6)

        return TableSpec(
            game="dominion",
            variant="race",
            rules_id="dominion/race",
            rules_version=1,
            parameters={
                "silver": silver,
                "gold": gold,
                "estates": False,  # as in every stored table; so is end_estates_left
                "pruned": PRUNED,
                "players": ",".join(RACE_PLAYERS),
            },
            version=DominionRace.version,
            columns=(
                Column(
                    "value",
                    "float64",
                    ("mover",),
                    "probability",
                    "Chance that the first player wins, if the first, if the second begins.",
                    shape=(2,),
                    least=0.0,
                    most=_ONE,
                ),
                Column(
                    "book",
                    "uint16",
                    ("entry",),
                    "mixed radix",
                    "Buys of the money bands 1 to 5: buy times the choices in the bands below.",
                    shape=("entries",),
                    most=719,
                ),
                Column(
                    "policy",
                    "uint8",
                    ("split", "state"),
                    "entry of book",
                    "Best buys by split of the victory cards, player to move and treasures.",
                    shape=(splits, 2 * space.cells),
                ),
                small("seat", situation, 1, "Player to move: 0 who began, 1 the other."),
                small("provinces_left", situation, 8, "Provinces for sale."),
                small("duchies_left", situation, 8, "Duchies for sale."),
                points("lead", situation, "Lead of the player to move."),
                small("band", situation, 5, "Money band of the hand."),
                small("buy", situation, 6, "The card; 6 the best one but a Province."),
                real("visits", situation, "times a game", "How often best play buys it there."),
                real("right", situation, "times a game", "How often no other buy is better there."),
                real(
                    "cost",
                    situation,
                    "win probability a game",
                    "What it costs to buy it in all of these situations.",
                ),
                real("win", situation, "probability", "Mean chance to win after buying it there."),
                small("end_seat", end, 1, "Player who ends the game."),
                small("end_duchies_left", end, 8, "Duchies for sale at the end."),
                small("end_estates_left", end, 8, "Estates for sale at the end."),
                points("end_lead", end, "Lead of the first player at the end."),
                real(
                    "end_chance", end, "probability", "Chance of such an end between best players."
                ),
                small("match_first", match, len(RACE_PLAYERS) - 1, "The first player."),
                small("match_second", match, len(RACE_PLAYERS) - 1, "The second player."),
                real("match_win", match, "probability", "Chance that the first player wins."),
                Column(
                    "best_response",
                    "float64",
                    ("player", "seat"),
                    "probability",
                    "Chance to win of the best answer to a player who sits there.",
                    shape=(len(RACE_PLAYERS), 2),
                    least=0.0,
                    most=_ONE,
                ),
            ),
        )

    @classmethod
    def from_file(cls, file: TableFile) -> DominionRace:
        """Return the table of an open file, read whole."""
        columns = {column.name: file.read(column.name) for column in file.info.spec.columns}
        return cls(file.info, columns)

    @property
    def space(self) -> RaceSpace:
        """The states of the race."""
        parameters = self.info.spec.parameters
        return RaceSpace(capped(int(parameters["silver"]), int(parameters["gold"])))

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
        space, mine, theirs = self.space, situation.mine, situation.theirs
        decks = (mine, theirs) if situation.mover is Seat.FIRST else (theirs, mine)
        if situation.card:
            raise UnknownState(f"{self.info.path.name} is of the race without kingdom cards")
        if any(deck.get("copper", 0) != 7 for deck in decks):
            raise UnknownState(f"{self.info.path.name} has decks with 7 copper only")
        if any(deck.get("estate", 0) != 3 for deck in decks):
            raise UnknownState(f"{self.info.path.name} has decks with 3 estate only")
        treasures = [(deck.get("silver", 0), deck.get("gold", 0)) for deck in decks]
        side = space.race.first
        if any(s > side.silver_room or g > side.gold_room for s, g in treasures):
            raise UnknownState(
                f"{self.info.path.name} goes up to {side.silver_room} silver and {side.gold_room} "
                "gold; llq dominion race lookup solves any deck"
            )

        def pair(card: str) -> tuple[int, int]:
            return decks[0].get(card, 0), decks[1].get(card, 0)

        layer, rank = space.rank(Split(pair("province"), pair("duchy")))
        split = rank + sum(space.splits(below) for below in range(layer))
        return split, situation.mover * space.cells + space.cell(*treasures)


def open_race(path: str | os.PathLike[str] | None = None) -> DominionRace:
    """Return the solved race, read whole and verified.

    Parameters and errors are those of `llq.dominion.table.open`.
    """
    return DominionRace.load(DominionRace.kind, path)


def table_race(silver: int, gold: int) -> Race:
    """Return the race of a table."""
    if not (1 <= silver <= _WIDEST and 1 <= gold <= _WIDEST):
        raise IllegalState(f"silver and gold must be from 1 to {_WIDEST}; got {silver} and {gold}")
    return capped(silver, gold)
