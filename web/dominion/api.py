"""Dominion: what the API answers."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter
from pydantic import Field

from llq.query.dominion.built_in_players import players
from llq.query.dominion.kingdom.lookups import kingdom_lookup, kingdom_ranking
from llq.query.dominion.matches import match
from llq.query.dominion.menus.review import menu_mistakes
from llq.query.dominion.notation import deck as read_deck
from llq.query.dominion.race.answers import race_lookup
from llq.query.dominion.race.roster import race_players
from llq.query.dominion.strategies.table import open_strategies, strategy_index
from llq.query.dominion.table.lookups import covering_table
from llq.solver.dominion.kingdom.cards import MONEY
from llq.solver.dominion.variants import rules
from llq.store.schema import rules_name
from llq.web.dominion.shapes import (
    DominionPlayers,
    KingdomRanking,
    MenuMistakes,
    StrategyScores,
)
from llq.web.http.answers import add_question, answered, answered_match
from llq.web.http.commands import Command
from llq.web.http.jobs import Job
from llq.web.http.questions import Question, Seed, Text, Whole
from llq.web.http.quick_routes import checked_each_second
from llq.web.http.shapes import Advised, Played
from llq.web.players import add_players, built_in

api = APIRouter()

Plain = dict[str, Any]
_table = checked_each_second(covering_table)
_strategies = checked_each_second(open_strategies)
_RULES = rules_name("dominion/van-der-heijden-2014", rules().version)
_LONGEST = 60
"""Turns of a game for which a policy is solved on the spot in a third of a second."""


class Lookup(Question):
    """A deck in a game of one player."""

    deck: Text = Field(
        description="Every card owned, the hand included: `7 copper, 3 estate`.",
        examples=["7 copper, 3 estate, 2 silver"],
    )
    coins: Whole = Field(description="Coins in hand.", examples=[5])
    turn: Whole = Field(description="The turn being played; the first is 1.", examples=[4])
    turns: Whole = Field(31, description="Length of the game.")


class Race(Question):
    """A situation in a race of two to the last Province."""

    mine: Text = Field(
        description="The deck of the player to move.",
        examples=["7 copper, 5 silver, 4 gold, 3 province, 3 estate"],
    )
    theirs: Text = Field(
        description="The opponent's deck.",
        examples=["7 copper, 5 silver, 4 gold, 3 province, 3 estate, 2 duchy"],
    )
    left: Text = Field("", description="Provinces and Duchies for sale; by default the rest.")
    coins: Whole = Field(description="Coins in hand.", examples=[8])
    turn: Literal["first", "second"] = Field(
        "first", description="Whether the player to move began the game."
    )
    card: Text = Field("", description="A kingdom card that is for sale, or none.")


class Kingdom(Question):
    """A deck where one kingdom card is for sale, or money alone."""

    card: Text = Field(MONEY, description="The kingdom card, or `money`.", examples=["smithy"])
    deck: Text = Field(description="Every card owned.", examples=["7 copper, 3 estate"])
    coins: Whole = Field(description="What the hand gave.", examples=[4])
    buys: Whole = Field(1, description="Buys that it gave.")
    provinces: Whole = Field(4, description="How many end the game.")


class Ranking(Question):
    """Which kingdom card helps most."""

    provinces: Whole = Field(4, description="How many end the game.")


class MenuQuestion(Question):
    """A menu in the race."""

    menu: Text = Field(
        description="Its text, or the name of a known one.",
        examples=["province; gold; duchy if provinces_left <= 4; silver"],
    )
    silver: Whole = Field(6, le=8, description="Silvers that a player may buy; two fewer Golds.")


class Strategies(Question):
    """A strategy's exact scores."""

    strategy: Text = Field(description="Its name.", examples=["picky"])
    turns: Whole = Field(31, description="Length of the games.")


class MatchQuestion(Question):
    """A match of two who play alone."""

    first: Text = Field(description="A player.", examples=["optimal"])
    second: Text = Field(description="The other.", examples=["picky"])
    games: Whole = Field(10_000, ge=2, description="Games.")
    seed: Seed = Field(1, description="The seed.")
    turns: Whole = Field(31, le=_LONGEST, description="Length of the games.")
    real: bool = Field(False, description="Whether the draw pile is kept, as in the printed game.")
    playouts: Whole = Field(100, ge=1, le=1000, description="Playouts of a Monte Carlo player.")


def lookup(question: Lookup, _job: Job) -> Plain:
    """Return every affordable purchase with the expected final score after it, best first."""
    state = read_deck(question.deck, question.coins, question.turn, question.turns)
    table = _table(state.turns)
    return answered(table.answer(state), table.info)


def race(question: Race, job: Job) -> Plain:
    """Return every affordable buy with its chance to win the race, solved from there on.

    It takes a fraction of a second late in a game, a few seconds at its beginning.
    """
    answer = race_lookup(
        question.mine,
        question.theirs,
        question.left or None,
        coins=question.coins,
        turn=question.turn,
        card=question.card or None,
        threads=1,
        progress=job.progress,
    )
    return answered(answer, rules="dominion/race", accuracy="exact for fresh hands")


def kingdom(question: Kingdom, _job: Job) -> Plain:
    """Return what may be bought where a kingdom card is for sale, and the turns that follow."""
    answer = kingdom_lookup(
        question.card, question.deck, question.coins, question.buys, question.provinces
    )
    return answered(answer, rules=_RULES, accuracy="exact within caps on treasures")


def ranking(question: Ranking, job: Job) -> Plain:
    """Return what each kingdom card saves on the way to Provinces, the most helpful first."""
    rows = kingdom_ranking(question.provinces, progress=job.progress)
    return answered(
        {"provinces": question.provinces, "cards": [row.to_dict() for row in rows]},
        rules=_RULES,
        accuracy="exact within caps on treasures",
        words="\n".join(map(str, rows)),
    )


def mistakes(question: MenuQuestion, job: Job) -> Plain:
    """Return what a menu wins against best play in the race, and where it goes wrong."""
    review = menu_mistakes(question.menu, silver=question.silver, threads=1, progress=job.progress)
    return answered(review, rules="dominion/race", accuracy="exact for fresh hands")


def strategies(question: Strategies, _job: Job) -> Plain:
    """Return a strategy's exact scores: the mean, its spread and the chance of each score."""
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


def play_match(question: MatchQuestion, job: Job) -> Plain:
    """Return who scores more how often in games that two players play alone."""
    result = match(
        built_in(question.first),
        built_in(question.second),
        job.check_games(question.games),
        question.seed,
        turns=question.turns,
        real=question.real,
        playouts=question.playouts,
        threads=1,
        progress=job.progress,
    )
    return answered_match(result)


add_question(
    api,
    "/lookup",
    Lookup,
    lookup,
    summary="What to buy",
    shape=Advised,
    is_quick=True,
    command=Command("llq dominion lookup"),
)
add_question(
    api,
    "/race",
    Race,
    race,
    summary="What to buy in the race",
    shape=Advised,
    command=Command("llq dominion race lookup", renamed={"turn": "--seat"}),
)
add_question(
    api,
    "/kingdom",
    Kingdom,
    kingdom,
    summary="What to buy beside a kingdom card",
    shape=Advised,
    command=Command("llq dominion kingdom lookup", ("card",)),
)
add_question(
    api,
    "/kingdom-ranking",
    Ranking,
    ranking,
    summary="Which kingdom card helps most",
    shape=KingdomRanking,
    command=Command("llq dominion kingdom ranking"),
)
add_question(
    api,
    "/menus",
    MenuQuestion,
    mistakes,
    summary="Where a menu goes wrong",
    shape=MenuMistakes,
    command=Command(
        "llq dominion menus mistakes",
        ("menu",),
        renamed={"silver": ""},
        extra=lambda question: ("--silver", str(question.silver)),
    ),
)
add_question(
    api,
    "/strategies",
    Strategies,
    strategies,
    summary="Exact scores of a strategy",
    shape=StrategyScores,
    command=Command("llq dominion strategies scores", renamed={"strategy": ""}),
)
add_question(api, "/match", MatchQuestion, play_match, summary="Play a match", shape=Played)
add_players(api, "dominion", shape=DominionPlayers, players=players, race_players=race_players)
