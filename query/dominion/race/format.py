"""The race's table as a file: its columns, and how much Silver and Gold it goes up to."""

from __future__ import annotations

from llq.errors import IllegalState
from llq.query.dominion.race.roster import RACE_PLAYERS
from llq.solver.dominion.race.rules import Race, capped
from llq.solver.dominion.race.space import RaceSpace
from llq.store.schema import Column, TableSpec

__all__ = [
    "ESTATES_ROOM",
    "PRUNED",
    "ROOM",
    "build_command",
    "race_spec",
    "race_spec_like",
    "table_race",
]


ROOM = 12, 10
"""Silvers and Golds that each player may buy, by default."""

ESTATES_ROOM = 8, 7
"""The same where Estates are for sale: 7 GB and a quarter of an hour."""

PRUNED = 1e-8
"""Situations that a game meets less often are left out."""

_WIDEST = 24

_ONE = 1 + 1e-9
"""A chance, rounded."""


def table_race(silver: int, gold: int, *, estates: bool) -> Race:
    """Return the race of a table.

    Raises
    ------
    IllegalState
        The room for Silver or Gold is out of range.
    """
    if not (1 <= silver <= _WIDEST and 1 <= gold <= _WIDEST):
        raise IllegalState(f"silver and gold must be from 1 to {_WIDEST}; got {silver} and {gold}")
    return capped(silver, gold, estates=estates)


def race_spec(silver: int, gold: int, *, estates: bool = False) -> TableSpec:
    """Return what today's code would build.

    Parameters
    ----------
    silver, gold
        Treasures that each player may buy at most.
    estates
        Whether Estates are for sale.
    """
    race = table_race(silver, gold, estates=estates)
    space = RaceSpace(race)
    splits = sum(space.splits(layer) for layer in range(race.provinces))
    situation, end, match = ("situation",), ("end",), ("match",)

    def small(name: str, axes: tuple[str], most: int, about: str) -> Column:
        return Column(name, "uint8", axes, "", about, shape=(f"{axes[0]}s",), most=most)

    def real(name: str, axes: tuple[str], unit: str, about: str) -> Column:
        return Column(name, "float64", axes, unit, about, shape=(f"{axes[0]}s",), least=-1e-6)

    return TableSpec(
        game="dominion",
        variant="race-estates" if estates else "race",
        rules_id="dominion/race",
        rules_version=1,
        parameters={
            "silver": silver,
            "gold": gold,
            "estates": estates,
            "pruned": PRUNED,
            "players": ",".join(RACE_PLAYERS),
        },
        version=1,
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
            Column(
                "lead",
                "int16",
                situation,
                "points",
                "Lead of the player to move.",
                shape=("situations",),
            ),
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
            Column(
                "end_lead",
                "int16",
                end,
                "points",
                "Lead of the first player at the end.",
                shape=("ends",),
            ),
            real("end_chance", end, "probability", "Chance of such an end between best players."),
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


def race_spec_like(spec: TableSpec) -> TableSpec:
    """Return what today's code would build as far as a table goes."""
    default = ESTATES_ROOM if spec.parameters.get("estates") else ROOM
    silver, gold = (
        int(spec.parameters.get(name, room))
        for name, room in zip(("silver", "gold"), default, strict=True)
    )
    return race_spec(silver, gold, estates=bool(spec.parameters.get("estates", False)))


def build_command(spec: TableSpec) -> str:
    """Return the command that builds a table of the same numbers."""
    said = spec.parameters
    estates = " --estates" if said["estates"] else ""
    return f"llq build dominion-race --silver {said['silver']} --gold {said['gold']}{estates}"
