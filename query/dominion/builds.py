"""Builds of Dominion: the solved tables, the strategies, kingdom cards, the race, leagues."""

from typing import Annotated

from llq.query.dominion.strategies.limits import HAZARDS, MEAN_TURNS, TURNS
from llq.query.league.questions import league_plan
from llq.query.questions import Input, question
from llq.query.tables.build_plans import Build
from llq.query.tables.build_times import build_takes

Longest = Annotated[int, Input("Turns of the longest game.", low=1, high=500)]
ScoredTurns = Annotated[int, Input("Longest game with all scores.", low=1, high=100)]
MeanTurns = Annotated[int, Input("Longest game with a mean.", low=1, high=250)]
Hazards = Annotated[int, Input("Games that end each turn with chance 1/1 to 1/N.", low=1, high=100)]
MostProvinces = Annotated[int, Input("Games to 1, 2, … this many Provinces.", low=1, high=8)]
Silver = Annotated[int, Input("Silvers a player may buy; by default 12.", low=1, high=24)]
Gold = Annotated[int, Input("Golds a player may buy; by default 10.", low=1, high=24)]

plan_league = league_plan("dominion", "picky,random")


@question(examples=("--turns 100",))
def plan_table(turns: Longest = 31) -> Build:
    """Solve Dominion games within a turn limit and write the table.

    Up to 31 turns the table holds every payout and action, up to 100 every action. 31 turns take
    a few seconds, 250 turns {dominion-250}.
    """
    return Build(f"Solving Dominion to {turns} turns", {"turns": turns})


@question(examples=("--turns 31 --mean-turns 31 --hazards 10",), is_long=True)
def plan_strategies(
    turns: ScoredTurns = TURNS, mean_turns: MeanTurns = MEAN_TURNS, hazards: Hazards = HAZARDS
) -> Build:
    """Compute every Dominion strategy's exact scores: means, distributions, actions by turn.

    On two cores this takes {takes} by default, {dominion-strategies} with
    --mean-turns 100 --hazards 20, and seconds with 31 turns.
    """
    options = {"turns": turns, "mean_turns": mean_turns, "hazards": hazards}
    is_default = (turns, mean_turns, hazards) == (TURNS, MEAN_TURNS, HAZARDS)
    takes = build_takes("dominion-strategies, 250 turns") if is_default else ""
    return Build("Evaluating Dominion strategies", options, takes)


@question(examples=("--provinces 2",), is_long=True)
def plan_kingdom(provinces: MostProvinces = 8) -> Build:
    """Compute the turns that each kingdom card saves, for 1 to 8 Provinces and fresh hands.

    Eight Provinces take {takes}; two take seconds.
    """
    takes = build_takes("dominion-kingdom") if provinces > 4 else ""
    return Build("Solving kingdom cards", {"provinces": provinces}, takes)


@question(examples=("--silver 6 --gold 5",))
def plan_race(silver: Silver | None = None, gold: Gold | None = None) -> Build:
    """Solve the two-player race for the Provinces and write its table.

    It holds the best buy of every state, how often best play meets each situation,
    what every buy costs there, and exact matches of the rules that people play by.
    It takes {takes}.
    """
    return Build("Solving the race", {"silver": silver, "gold": gold})
