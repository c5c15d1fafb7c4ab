"""Shapes of Dominion's own answers."""

from pydantic import Field

from llq.query.dominion.kingdom.answers import KingdomTurns
from llq.query.dominion.menus.review import Mistake
from llq.query.dominion.race.roster import RacePlayerInfo
from llq.web.http.shapes import Computed, Players


class DominionPlayers(Players):
    """Players of solo matches and races."""

    race_players: list[RacePlayerInfo]


class KingdomRanking(Computed):
    """Turns that each kingdom card saves."""

    provinces: int = Field(description="How many end the game.")
    cards: list[KingdomTurns] = Field(description="The most helpful first.")


class MenuMistakes(Computed):
    """A menu's winning chances against best play, and its mistakes."""

    menu: str
    first: float = Field(description="Its chance to win where it begins.")
    second: float = Field(description="Its chance to win where the other begins.")
    best_first: float = Field(description="The most that any player wins there.")
    best_second: float = Field(description="The most that any player wins there.")
    mistakes: list[Mistake] = Field(description="Kinds of wrong purchases, the costliest first.")


class StrategyScores(Computed):
    """A strategy's exact scores."""

    strategy: str
    turns: int
    mean: float = Field(description="Expected final score.")
    standard_deviation: float | None
    chances: list[float] | None = Field(description="The chance of each score, from none.")
    means_by_turns: list[float] = Field(description="The mean by turns, from none.")
