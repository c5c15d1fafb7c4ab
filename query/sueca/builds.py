"""Builds of Sueca: matches, the policy, leagues."""

from typing import Annotated

from llq.query.inputs import Seed
from llq.query.league.questions import league_plan
from llq.query.questions import Input, question
from llq.query.tables.build_plans import Build

Games = Annotated[int, Input("Games of each combination.", low=2, flags="-n, --games")]
FittedGames = Annotated[int, Input("Games played.", low=2, flags="-n, --games")]
SelfPlay = Annotated[int, Input("Games that the network is trained for.", low=1)]
Seated = Annotated[
    str,
    Input(
        "Players to seat in every combination, such as R,T,A,MC; by default the thesis's four and "
        "the Monte Carlo player that does not peek: 431 combinations.",
        completes="player",
    ),
]

plan_league = league_plan("sueca", "rules,random")


@question(examples=("-n 2000 --players R,T,A",), has_games=True, is_long=True)
def plan_matches(games: Games = 100_000, seed: Seed = 1, players: Seated | None = None) -> Build:
    """Play every combination of Sueca players in the four seats and write their results.

    By default this takes {takes} on two cores; without Monte Carlo players it takes seconds.
    """
    from llq.query.sueca.matches.combination_games import PLAYERS
    from llq.query.sueca.matches.table import MatchTable
    from llq.query.text.words import split_words

    chosen = PLAYERS if players is None else split_words(players)
    blocks = MatchTable.job(games, seed, chosen).tasks.values()
    total = sum(block.games * len(block.combinations) for block in blocks)
    options = {"games": games, "seed": seed, "players": chosen}
    return Build(f"Playing {total:,} games", options, games=total)


@question(examples=("-n 200 --seed 2",), has_games=True, is_long=True)
def plan_policy(games: FittedGames = 1500, seed: Seed = 1, self_play: SelfPlay = 500_000) -> Build:
    """Fit the rule by which rules plays and train trained's network; strong uses both.

    By default this takes {takes} on two cores.
    """
    options = {"games": games, "seed": seed, "self_play": self_play}
    return Build(f"Playing {games + self_play:,} games", options, games=games + self_play)
