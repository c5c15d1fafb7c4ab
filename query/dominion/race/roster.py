"""Race players: best play, rules of thumb, and the thesis's 31-turn policy."""

from dataclasses import dataclass
from functools import cache, partial

from llq.errors import UnknownStrategy, did_you_mean
from llq.query.dominion.race.thesis_policy import thesis_buys
from llq.query.dominion.table.table import WHOLE, open_table
from llq.query.players import PlayerInfo
from llq.query.questions import question
from llq.solver.dominion.kingdom.cards import KingdomCard
from llq.solver.dominion.menus import KINGDOM_MENUS, MENUS, find_menu
from llq.solver.dominion.race.solver import Rule, find_rule

BEST, THESIS = "optimal", "thesis"

RACE_PLAYERS = (BEST, *MENUS, THESIS)
"""Names of the race's players."""

_whole_table = cache(open_table)


@dataclass(frozen=True)
class RacePlayerInfo(PlayerInfo):
    """A built-in player of the race."""

    derived = ("needs", "source")

    menu: str = ""
    """The player's menu, possibly empty."""
    source: str = ""
    """Source of the menu."""


@question(examples=("--format json",))
def race_players() -> tuple[RacePlayerInfo, ...]:
    """Return the race players, including menus with a kingdom card such as smithy.

    Examples
    --------
    >>> import llq
    >>> [player.name for player in llq.dominion.race.players()][:3]
    ['optimal', 'big_money', 'big_money_duchy']
    """
    thesis = "The thesis's policy of 31 turns alone, which counts turns by the cards it has bought."
    return (
        RacePlayerInfo(BEST, "Best play against best play, solved."),
        *(
            RacePlayerInfo(
                name, f"{menu.title[0].upper()}{menu.title[1:]}.", "", str(menu), menu.source
            )
            for name, menu in (MENUS | KINGDOM_MENUS).items()
        ),
        RacePlayerInfo(THESIS, thesis, "dominion"),
    )


def money_players() -> tuple[RacePlayerInfo, ...]:
    """Return the race players without a kingdom card."""
    return tuple(player for player in race_players() if player.name in RACE_PLAYERS)


def race_rule(name: str, card: KingdomCard | None = None) -> Rule | None:
    """Return a player's or menu's solver rule, None for best play."""
    plain = name.strip().lower().replace("-", "_")
    if plain == BEST:
        return None
    if plain == THESIS:
        return partial(thesis_buys, _whole_table(WHOLE))
    if (menu := find_menu(name)) is None:
        known = [*RACE_PLAYERS, *KINGDOM_MENUS]
        near = did_you_mean(plain, known)
        raise UnknownStrategy(
            f"the race has no player {name!r:.80}{near}; it has {', '.join(known)}, and menus "
            "such as 'province; gold; silver'"
        )
    return find_rule(menu, card)
