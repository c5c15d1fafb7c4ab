"""Dominion's API routes."""

from functools import partial
from typing import Any

from fastapi import APIRouter
from pydantic import Field

from llq.query.dominion.built_in_players import players
from llq.query.dominion.kingdom.answers import KingdomTurns
from llq.query.dominion.menus.review import Mistake
from llq.query.dominion.notation import deck as read_deck
from llq.query.dominion.race.roster import RacePlayerInfo, race_players
from llq.query.dominion.strategies.table import open_strategies, strategy_index
from llq.query.dominion.table.lookups import covering_table
from llq.web.cached_tables import recheck_each_second
from llq.web.http.answers import Plain, with_provenance
from llq.web.http.commands import Command
from llq.web.http.jobs import Job
from llq.web.http.library import add_library_question
from llq.web.http.parameter_types import Text, Whole
from llq.web.http.question_routes import add_question
from llq.web.http.questions import QuestionModel
from llq.web.http.shapes import Advised, Computed, Played, Players
from llq.web.players import add_players, check_built_in

api = APIRouter()

_find_table = recheck_each_second(covering_table)
_find_strategies = recheck_each_second(open_strategies)
_LONGEST = 60
"""Turn limit of games solved on request, in about 0.3 s."""


class Strategies(QuestionModel):
    """A strategy's exact scores."""

    strategy: Text = Field(description="Its name.", examples=["picky"])
    turns: Whole = Field(31, description="Length of the games.")


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


def lookup(question: Any, _job: Job) -> Plain:
    """Return every affordable purchase with the expected final score after it, best first."""
    state = read_deck(question.deck, question.coins, question.turn, question.turns)
    table = _find_table(state.turns)
    return with_provenance(table.answer(state), table.info)


def strategy_scores(question: Strategies, _job: Job) -> Plain:
    """Return a strategy's exact score distribution: mean, spread and chances."""
    table = _find_strategies()
    score = table.lookup(question.strategy, question.turns)
    chances = score.probability
    return with_provenance(
        {
            "strategy": score.strategy,
            "turns": score.turns,
            "mean": score.mean,
            "standard_deviation": score.standard_deviation,
            "chances": None if chances is None else chances.tolist(),
            "means_by_turns": table.mean[strategy_index(score.strategy)].tolist(),
        },
        table.info,
        words=score,
    )


_add = partial(add_library_question, api, "dominion")
_add("/lookup", "lookup", "What to buy", Advised, answer=lookup, is_quick=True)
_add("/race", "race lookup", "What to buy in the race", Advised)
_add("/kingdom", "kingdom lookup", "What to buy beside a kingdom card", Advised)
_add(
    "/kingdom-ranking",
    "kingdom ranking",
    "Which kingdom card helps most",
    KingdomRanking,
    plain=lambda rows: {
        "provinces": rows[0].provinces,
        "cards": [row.to_dict() for row in rows],
    },
)
_add("/menus", "menus mistakes", "Where a menu goes wrong", MenuMistakes, limits={"silver": 8})
_add(
    "/match",
    "match",
    "Play a match",
    Played,
    limits={"turns": _LONGEST, "playouts": 1000},
    check={"first": check_built_in, "second": check_built_in},
)
add_question(
    api,
    "/strategies",
    Strategies,
    strategy_scores,
    summary="Exact scores of a strategy",
    shape=StrategyScores,
    command=Command("llq dominion strategies scores", renamed={"strategy": ""}),
)
add_players(api, "dominion", shape=DominionPlayers, players=players, race_players=race_players)
