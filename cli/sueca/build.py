"""``llq build sueca-matches``, ``sueca-teams``, ``sueca-deals`` and ``sueca-policy``."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from llq.cli.completions import complete
from llq.cli.leagues import add_league_build
from llq.cli.options import SeedOption
from llq.cli.tables.build_commands import Games, build_command

if TYPE_CHECKING:
    from llq.query.jobs.block_build import BlockJob
    from llq.query.sueca.matches.build import Block

build_app = typer.Typer()


@build_command(build_app, "sueca-matches")
def build_matches_command(
    games: Annotated[
        int, typer.Option("-n", "--games", min=2, help="Games of each combination.")
    ] = 100_000,
    seed: SeedOption = 1,
    players: Annotated[
        str | None,
        typer.Option(
            help="Players to seat in every combination, such as R,T,A,MC; by default the "
            "thesis's four and the Monte Carlo player that does not peek: 431 combinations.",
            autocompletion=complete("player"),
        ),
    ] = None,
) -> Games:
    """Play every combination of Sueca players in the four seats and write their results.

    By default this takes {takes} on two cores; without Monte Carlo players
    it takes seconds. An interrupted build resumes when you run the same command again.

    For example:

      llq build sueca-matches -n 2000 --players R,T,A

      llq build sueca-matches -n 1000000 --seed 2
    """
    from llq.query.sueca.matches.build import build_matches, matches_job
    from llq.query.sueca.matches.table import GAMES, PLAYERS, open_matches
    from llq.query.text.text_input import split_words

    chosen = PLAYERS if players is None else split_words(players)
    job = matches_job(games, seed, chosen)
    share = _play_seconds(job) / _play_seconds(matches_job(GAMES, 1, PLAYERS))
    return Games(job, partial(build_matches, games, seed, chosen), open_matches, _games(job), share)


@build_command(build_app, "sueca-teams")
def build_teams_command(
    games: Annotated[int, typer.Option("-n", "--games", min=2, help="Games of each pair.")] = 400,
    seed: SeedOption = 1,
    players: Annotated[
        str | None,
        typer.Option(
            help="Players to seat two and two, such as strong,rules,MC; by default five, random "
            "to strong.",
            autocompletion=complete("player"),
        ),
    ] = None,
) -> Games:
    """Play two of each Sueca player against two of every other, from both sides of common deals.

    By default this takes {takes} on two cores. An interrupted build resumes when you run the same
    command again.

    For example:

      llq build sueca-teams

      llq build sueca-teams -n 200 --players rules,MC,A
    """
    from llq.query.sueca.matches.teams import GAMES, PLAYERS, build_teams, open_teams, teams_job
    from llq.query.text.text_input import split_words

    chosen = PLAYERS if players is None else split_words(players)
    job = teams_job(games, seed, chosen)
    share = _play_seconds(job) / _play_seconds(teams_job(GAMES, 1, PLAYERS))
    return Games(job, partial(build_teams, games, seed, chosen), open_teams, _games(job), share)


@build_command(build_app, "sueca-policy")
def build_policy_command(
    games: Annotated[int, typer.Option("-n", "--games", min=2, help="Games played.")] = 1500,
    seed: SeedOption = 1,
    self_play: Annotated[
        int, typer.Option(min=1, help="Games that the network is trained for.")
    ] = 500_000,
) -> Games:
    """Fit the rule by which rules plays and train trained's network; strong uses both.

    By default this takes {takes} on two cores. An interrupted build resumes when you run the same
    command again.

    For example:

      llq build sueca-policy

      llq build sueca-policy -n 200 --seed 2
    """
    from llq.query.sueca.policy.build import build_policy, policy_job
    from llq.query.sueca.policy.table import GAMES, SELF_PLAY, open_policy

    job, usual = policy_job(games, seed, self_play), policy_job(GAMES, 1, SELF_PLAY)
    share = sum(map(job.cost, job.tasks.values())) / sum(map(usual.cost, usual.tasks.values()))
    build = partial(build_policy, games, seed, self_play=self_play)
    return Games(job, build, open_policy, games + self_play, share)


@build_command(build_app, "sueca-deals")
def build_deals_command(
    games: Annotated[
        int, typer.Option("-n", "--games", min=2, help="Games a level of each player.")
    ] = 5000,
    open_games: Annotated[
        int, typer.Option(min=2, help="Deals a level that are solved with open hands.")
    ] = 200,
    seed: SeedOption = 1,
    players: Annotated[
        str | None,
        typer.Option(
            help="Players to seat in all four seats, and open for open hands; by default "
            "random,rules,mc_extra,open.",
            autocompletion=complete("player"),
        ),
    ] = None,
) -> Games:
    """Measure what trumps, points, the lead and the dealer's card are worth in Sueca.

    By default this takes {takes} on two cores, most of it for open hands. An interrupted build
    resumes when you run the same command again.

    For example:

      llq build sueca-deals

      llq build sueca-deals -n 1000 --players rules
    """
    from llq.query.sueca.advice.deal_table import PLAYERS, build_deals, deals_job, open_deals
    from llq.query.sueca.advice.run_times import deal_seconds
    from llq.query.text.text_input import split_words

    chosen = PLAYERS if players is None else split_words(players)
    job = deals_job(games, open_games, seed, chosen)
    seconds, usual = (
        sum(level.games * deal_seconds(level.player) for level in levels.values())
        for levels in (job.tasks, deals_job().tasks)
    )
    total = sum(level.games for level in job.tasks.values())
    build = partial(build_deals, games, open_games, seed, chosen)
    return Games(job, build, open_deals, total, seconds / usual)


def _games(job: BlockJob[Block]) -> int:
    """Return how many games a build plays."""
    return sum(block.games * len(block.combinations) for block in job.tasks.values())


def _play_seconds(job: BlockJob[Block]) -> float:
    """Return about how many seconds of a core the games of a build take."""
    from llq.query.sueca.advice.run_times import game_seconds
    from llq.solver.sueca.players import find_strategy

    games = Counter[tuple[str, ...]]()
    for block in job.tasks.values():
        games.update(dict.fromkeys(block.combinations, block.games))
    return sum(
        count * game_seconds(list(map(find_strategy, seats))) for seats, count in games.items()
    )


add_league_build(build_app, "sueca", "rules,random")
