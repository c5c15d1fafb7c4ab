"""Duplicate matches: two teams on the same deals, from every seat (`llq.query.duplicate_match`).

A game's points have a standard deviation of 24, and two players differ by five.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np

from llq.errors import IllegalState
from llq.query import match_result
from llq.query.duplicate_match import deals_for, play_seatings, seatings_of
from llq.query.inputs import Games, Seed, Threads
from llq.query.match_result import match_command, result_fields, with_error
from llq.query.players import check_seed
from llq.query.questions import question
from llq.query.results import SIMULATED, Rows
from llq.query.sueca.built_in_players import find_team
from llq.query.sueca.inputs import TeamText, Trumps
from llq.query.sueca.matches.combination_games import game_leads
from llq.solver.array_types import Ints
from llq.solver.jobs.blocks import computing_on
from llq.solver.jobs.progress import Progress
from llq.solver.sueca.matches.deals import Deals
from llq.solver.sueca.matches.match import play_games
from llq.solver.sueca.players import Player, Strategy
from llq.solver.sueca.rules import RULES, TOTAL_POINTS, TrumpFrom
from llq.store.schema import rules_name

Seats = tuple[Strategy | Player, ...]

_REPORTED_HANDS = 3000
"""Hands that players draw, about, between two reports of progress."""


@dataclass(frozen=True, kw_only=True)
class Match(match_result.Match):
    """A duplicate Sueca match; leads are points per game, of 120.

    Parameters
    ----------
    deals
        Deals, each of which was played two or four times.
    points
        Mean points of both teams.
    game_points
        Mean game points of both teams: 1 for a game, 2 above 90 points, 4 for all tricks.
    game_points_lead, game_points_lead_error
        The first team's lead in game points and its standard error.
    trump_from
        How the trumps were chosen.
    """

    deals: int
    points: tuple[float, float]
    game_points: tuple[float, float]
    game_points_lead: float
    game_points_lead_error: float
    trump_from: str

    @property
    def title(self) -> str:
        """The two teams."""
        return f"{self.first} v {self.second}"

    def shown(self) -> Rows:
        """Return mean results per game, one row each."""
        lead, lead_error = self.lead or 0.0, self.lead_error or 0.0
        shares = self.win_prob, self.loss_prob
        game_points_lead = with_error(
            f"{self.game_points_lead:+.3f}", self.game_points_lead_error, ".3f"
        )
        means = (
            ("points", self.points, ".2f", with_error(f"{lead:+.2f}", lead_error)),
            ("game points", self.game_points, ".3f", game_points_lead),
            ("games won", shares, ".1%", f"{self.win_prob - self.loss_prob:+.1%}"),
        )
        return [
            {
                "mean of a game": measure,
                "first": f"{first:{form}}",
                "second": f"{second:{form}}",
                "lead": lead_text,
            }
            for measure, (first, second), form, lead_text in means
        ]

    @property
    def remarks(self) -> Sequence[str]:
        """Deals, lead error, seed, and the command for a rerun."""
        low, high = self.interval or (0.0, 0.0)
        return (
            f"{self.deals} deals, {self.games // self.deals} games each; "
            f"{self.draw_prob:.1%} drawn",
            f"lead in points: 95 % {low:+.2f} to {high:+.2f}, z {self.z:.1f}"
            if self.lead_error
            else "lead in points: the same on every deal, so no error can be estimated",
            f"trumps: {self.trump_from}; seed {self.seed}; rules {self.rules}",
            *([self.command] if self.command else []),
        )

    def __str__(self) -> str:
        """Return the match in one line."""
        low, high = self.interval or (0.0, 0.0)
        return (
            f"{self.first} v {self.second}: {self.lead:+.2f} ± {self.lead_error:.2f} points a game "
            f"(95 %: {low:+.2f} to {high:+.2f}) in {self.games} games on {self.deals} deals, "
            f"seed {self.seed}; won {self.win_prob:.1%}, drawn {self.draw_prob:.1%}, "
            f"lost {self.loss_prob:.1%}; game points {self.game_points_lead:+.3f} ± "
            f"{self.game_points_lead_error:.3f}"
        )


@question(
    arguments=("first", "second"),
    examples=(
        "MC,MC A,A -n 2000 --seed 7 --trump-from last",
        '"mc_extra:20x2,R" T,T --format json',
    ),
    busy="{first} v {second}",
    accuracy=SIMULATED,
    is_long=True,
)
def match(
    first: TeamText,
    second: TeamText,
    games: Games = 2000,
    seed: Seed = 1,
    *,
    trump_from: Trumps = TrumpFrom.RANDOM,
    threads: Threads = 2,
    progress: Progress = None,
    executor: Executor | None = None,
) -> Match:
    """Play a duplicate match between two teams, cancelling the luck of the deal.

    A deal is played twice, or four times if a team's players differ: everyone holds every hand.
    ``llq sueca players`` lists the players; in Python objects with a ``name`` and
    ``choose(position, random) -> card`` play too.

    Parameters
    ----------
    games
        Number of games, rounded up to whole deals.
    progress
        Called with the number of games done and their total.
    executor
        Computes in place of threads: processes, or a Dask cluster's ``Client.get_executor()``.

    Raises
    ------
    UnknownStrategy
        A player is unknown, or a team does not have two.
    IllegalState
        There are fewer than two deals, ``trump_from`` is not one of the three, or the seed is not
        a non-negative integer.
    IllegalAction
        A custom player chose a card that is not legal.

    Examples
    --------
    >>> import llq
    >>> match = llq.sueca.match("A,A", "R,R", games=20_000, seed=1)
    >>> f"{match.lead:.1f} ± {match.lead_error:.1f}"
    '11.2 ± 0.2'
    """
    seed = check_seed(seed)
    known: dict[str, Strategy | Player] = {}
    teams = find_team(first, known), find_team(second, known)
    if trump_from not in [*TrumpFrom]:
        raise IllegalState(f"trump_from must be one of {', '.join(TrumpFrom)}; got {trump_from!r}")
    dealing = Deals(trump_from=TrumpFrom(trump_from))
    seatings = seatings_of(*teams, _are_same)
    deals = deals_for(games, len(seatings))

    def play(seating: tuple[Seats, int], part: Progress) -> tuple[Ints, Ints]:
        """Return the first team's points and its lead in game points."""
        seats, parity = seating
        with computing_on(executor):
            played = play_games(
                seats,
                deals,
                seed,
                dealing=dealing,
                block=max(_REPORTED_HANDS // max(sum(map(_hands_drawn, seats)), 1), 1),
                threads=threads,
                progress=part,
            )
        points = played.points.astype(np.int64)
        leads = game_leads()[played.points, played.tricks]
        return (TOTAL_POINTS - points, -leads) if parity else (points, leads)

    seating_results = play_seatings(seatings, deals, play, progress)
    points, leads = map(np.array, zip(*seating_results, strict=True))
    options = [] if dealing.trump_from is TrumpFrom.RANDOM else ["--trump-from", str(trump_from)]
    command = match_command("sueca", (first, second), points.size, seed, options)
    mean_points, game_lead = float(points.mean()), match_result.estimate(leads.mean(axis=0))
    return Match(
        first=match_result.player_names(teams[0]),
        second=match_result.player_names(teams[1]),
        seed=seed,
        unit="points",
        rules=rules_name(RULES.rules_id, RULES.version),
        command=command,
        deals=deals,
        points=(mean_points, TOTAL_POINTS - mean_points),
        game_points=(float(leads.clip(min=0).mean()), float((-leads).clip(min=0).mean())),
        game_points_lead=game_lead.mean,
        game_points_lead_error=game_lead.standard_error,
        trump_from=dealing.trump_from.value,
        **result_fields(leads > 0, leads == 0, (2.0 * points - TOTAL_POINTS).mean(axis=0)),
    )


def _hands_drawn(player: Strategy | Player) -> int:
    """Return about how many hands a player looks at for a card; custom ones take longest."""
    if not isinstance(player, Strategy) or player.steps:
        return _REPORTED_HANDS
    return player.shuffles * player.playouts + player.deals


def _are_same(player: Strategy | Player, other: Strategy | Player) -> bool:
    return player is other or (isinstance(player, Strategy) and player == other)
