"""Dominion's API routes."""

from typing import Any

from fastapi import APIRouter
from pydantic import Field

from llq.query.dominion.built_in_players import players
from llq.query.dominion.kingdom.answers import KingdomTurns
from llq.query.dominion.notation import deck as read_deck
from llq.query.dominion.race.roster import race_players
from llq.query.dominion.strategies.table import open_strategies, strategy_index
from llq.query.dominion.table.lookups import covering_table
from llq.web.dominion.shapes import DominionPlayers, KingdomRanking, MenuMistakes, StrategyScores
from llq.web.http.answers import add_question, answered
from llq.web.http.commands import Command
from llq.web.http.jobs import Job
from llq.web.http.library import add_library_question
from llq.web.http.questions import QuestionModel, Text, Whole
from llq.web.http.quick_routes import checked_each_second
from llq.web.http.shapes import Advised, Played
from llq.web.players import add_players, built_in

api = APIRouter()

Plain = dict[str, Any]
_table = checked_each_second(covering_table)
_strategies = checked_each_second(open_strategies)
_LONGEST = 60
"""Turn limit of games solved on request, in about 0.3 s."""


class Strategies(QuestionModel):
    """A strategy's exact scores."""

    strategy: Text = Field(description="Its name.", examples=["picky"])
    turns: Whole = Field(31, description="Length of the games.")


def lookup(question: Any, _job: Job) -> Plain:
    """Return every affordable purchase with the expected final score after it, best first."""
    state = read_deck(question.deck, question.coins, question.turn, question.turns)
    table = _table(state.turns)
    return answered(table.answer(state), table.info)


def _ranking(rows: tuple[KingdomTurns, ...]) -> Plain:
    return {"provinces": rows[0].provinces, "cards": [row.to_dict() for row in rows]}


def strategies(question: Strategies, _job: Job) -> Plain:
    """Return a strategy's exact score distribution: mean, spread and chances."""
    table = _strategies()
    score = table.lookup(question.strategy, question.turns)
    chances = score.probability
    return answered(
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


for _path, _name, _summary, _shape, _limits in (
    ("/lookup", "lookup", "What to buy", Advised, {"answer": lookup, "is_quick": True}),
    ("/race", "race lookup", "What to buy in the race", Advised, {}),
    ("/kingdom", "kingdom lookup", "What to buy beside a kingdom card", Advised, {}),
    (
        "/kingdom-ranking",
        "kingdom ranking",
        "Which kingdom card helps most",
        KingdomRanking,
        {"plain": _ranking},
    ),
    ("/menus", "menus mistakes", "Where a menu goes wrong", MenuMistakes, {"most": {"silver": 8}}),
    (
        "/match",
        "match",
        "Play a match",
        Played,
        {
            "most": {"turns": _LONGEST, "playouts": 1000},
            "check": {"first": built_in, "second": built_in},
        },
    ),
):
    add_library_question(api, _path, "dominion", _name, summary=_summary, shape=_shape, **_limits)
add_question(
    api,
    "/strategies",
    Strategies,
    strategies,
    summary="Exact scores of a strategy",
    shape=StrategyScores,
    command=Command("llq dominion strategies scores", renamed={"strategy": ""}),
)
add_players(api, "dominion", shape=DominionPlayers, players=players, race_players=race_players)
