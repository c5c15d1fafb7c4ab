"""Duplicate matches: two teams on the same deals, from every seat.

What a team takes depends on its cards far more than on its play: a game's points vary by 24, and
two players differ by five. So each deal is played with the players' seats changed until everyone
has held every hand, and a deal counts once, as the mean over its games. Luck then cancels, and the
error of the difference is that of the means over deals.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.players import check_seed
from llq.query.progress import offset_progress
from llq.query.sueca.players import Team, find_team
from llq.query.sueca.rubbers import rubber_chance, rubber_error
from llq.solver.sueca.deals import Deals
from llq.solver.sueca.match import Games, play_games
from llq.solver.sueca.players import Player, Strategy
from llq.solver.sueca.rules import HAND_SIZE, RULES, TOTAL, TrumpFrom
from llq.store.schema import rules_name

__all__ = ["Duel", "match_sueca"]

Seats = tuple[Strategy | Player, ...]


@dataclass(frozen=True, slots=True)
class Duel:
    """What came of a duplicate match. Points and games are a game's, chances shares of games.

    Parameters
    ----------
    team, other
        The teams' players.
    deals, games
        Deals, and games on them: two a deal, or four.
    points
        Points of the team: of 120, the other has the rest.
    difference, standard_error, low, high
        The team's points less the other's: mean over deals, its error, 95 % confidence interval.
    z
        The difference in standard errors; infinite where the error is 0 and the difference is not.
    won, drawn, lost
        Shares of games.
    game_points, other_game_points
        Games scored by the team and by the other: 1, 2 over 90 points, 4 for every trick.
    game_points_lead, game_points_error
        The first less the second, and its error.
    rubbers, rubbers_error
        The chance that the team is first to four games, from those games.
    trump_from
        What makes the trumps.
    seed, rules
        What the deals are made from, and by which rules.
    command
        What makes the match again; None where a player has no name to call him by.
    """

    team: tuple[str, str]
    other: tuple[str, str]
    deals: int
    games: int
    points: float
    difference: float
    standard_error: float
    low: float
    high: float
    z: float
    won: float
    drawn: float
    lost: float
    game_points: float
    other_game_points: float
    game_points_lead: float
    game_points_error: float
    rubbers: float
    rubbers_error: float
    trump_from: str
    seed: int
    rules: str
    command: str | None

    def to_dict(self) -> dict[str, Any]:
        """Return the match as plain data."""
        return asdict(self) | {"team": ",".join(self.team), "other": ",".join(self.other)}

    def __str__(self) -> str:
        """Return the match in words."""
        return (
            f"{','.join(self.team)} v {','.join(self.other)}: "
            f"{self.difference:+.2f} ± {self.standard_error:.2f} points a game "
            f"(95 %: {self.low:+.2f} to {self.high:+.2f}) in {self.games} games on {self.deals} "
            f"deals, seed {self.seed}; won {self.won:.1%}, drawn {self.drawn:.1%}, "
            f"lost {self.lost:.1%}; game points {self.game_points_lead:+.3f} ± "
            f"{self.game_points_error:.3f}; rubbers {self.rubbers:.1%} ± {self.rubbers_error:.1%}"
        )


def match_sueca(
    team: Team,
    other: Team,
    games: int = 2000,
    seed: int = 1,
    *,
    trump_from: str = TrumpFrom.RANDOM,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Duel:
    """Play two teams against each other on the same deals from both sides.

    Parameters
    ----------
    team, other
        Two players each: names of built-in players, the thesis's R, T, A and MC, ``module:Class``,
        or objects with a ``name`` and ``choose(position, random) -> card``.
    games
        Games in all, filled up to whole deals. A deal takes two where each team's players are
        alike, else four: the teams change sides, and each team's players their seats.
    seed
        The seed: deal ``i`` of a seed is the same whoever plays.
    trump_from
        ``random``: a suit by lot, as in the thesis; ``first`` or ``last``: a card that the dealer
        shows.
    threads
        Threads, on which no result depends.
    progress
        Called with the number of games done and their total.

    Raises
    ------
    UnknownStrategy
        There is no such player, or a team has not two of them.
    IllegalState
        There are fewer than two deals, ``trump_from`` is none of the three, or the seed no whole
        number from 0 on.
    IllegalAction
        A player of one's own chose a card that is not legal.

    Examples
    --------
    >>> import llq
    >>> duel = llq.sueca.match("A,A", "R,R", games=20_000, seed=1)
    >>> f"{duel.difference:.1f} ± {duel.standard_error:.1f}"
    '11.2 ± 0.2'
    """
    seed = check_seed(seed)
    players: dict[str, Strategy | Player] = {}
    a, b = find_team(team, players)
    c, d = find_team(other, players)
    # everyone in every seat once, and the same four if the teams change names
    seatings: list[tuple[Seats, bool]] = []
    for seating in (
        ((a, c, b, d), True),
        ((c, a, d, b), False),
        ((b, d, a, c), True),
        ((d, b, c, a), False),
    ):
        if not any(_is_same(seating, earlier) for earlier in seatings):
            seatings.append(seating)
    try:
        dealing = Deals(trump_from=TrumpFrom(trump_from))
    except ValueError as error:
        raise IllegalState(
            f"trumps come from {', '.join(TrumpFrom)}; not from {trump_from!r}"
        ) from error
    deals = -(-games // len(seatings))
    if deals < 2:
        raise IllegalState(
            f"an error needs two deals of {len(seatings)} games each; {games} games are too few"
        )
    points, outcomes = [], []
    for done, (seats, is_north) in enumerate(seatings):
        played = play_games(
            seats,
            deals,
            seed,
            dealing=dealing,
            threads=threads,
            progress=offset_progress(progress, done * deals, len(seatings) * deals),
        )
        points.append(played.points if is_north else TOTAL - played.points.astype(np.int64))
        outcomes.append(_game_points(played) * (1 if is_north else -1))
    return _sum_up(
        ((a.name, b.name), (c.name, d.name)),
        np.array(points, dtype=np.float64),
        np.array(outcomes),
        seed,
        TrumpFrom(trump_from),
        _command(team, other, deals * len(seatings), seed, TrumpFrom(trump_from)),
    )


def _is_same(one: tuple[Seats, bool], other: tuple[Seats, bool]) -> bool:
    """Return whether two seatings give the same games."""
    return one[1] == other[1] and all(
        a is b or (isinstance(a, Strategy) and isinstance(b, Strategy) and a == b)
        for a, b in zip(one[0], other[0], strict=True)
    )


def _command(team: Team, other: Team, games: int, seed: int, trump_from: TrumpFrom) -> str | None:
    """Return the command line of a match, None where a player is an object."""
    words = ["llq", "sueca", "match"]
    for players in (team, other):
        names = [players] if isinstance(players, str) else list(players)
        text = ",".join(name for name in names if isinstance(name, str))
        if text.count(",") != 1:
            return None
        words.append(text)
    words += ["-n", str(games), "--seed", str(seed)]
    if trump_from is not TrumpFrom.RANDOM:
        words += ["--trump-from", trump_from.value]
    return shlex.join(words)


def _game_points(played: Games) -> NDArray[np.int64]:
    """Return the games that North and South scored in each game, negative where the others did."""
    worth = np.array(
        [
            [
                RULES.games(points, tricks) - RULES.games(TOTAL - points, HAND_SIZE - tricks)
                for tricks in range(HAND_SIZE + 1)
            ]
            for points in range(TOTAL + 1)
        ]
    )
    scored: NDArray[np.int64] = worth[played.points, played.tricks]
    return scored


def _sum_up(
    names: tuple[tuple[str, str], tuple[str, str]],
    points: NDArray[np.float64],
    outcomes: NDArray[np.int64],
    seed: int,
    trump_from: TrumpFrom,
    command: str | None,
) -> Duel:
    """Return a match from the team's points and game points, both of shape (seatings, deals)."""
    difference, error = _estimate((2 * points - TOTAL).mean(axis=0))
    lead, lead_error = _estimate(outcomes.mean(axis=0))
    steps = np.arange(-RULES.sweep_games, RULES.sweep_games + 1)
    shares = (outcomes[:, :, None] == steps).mean(axis=0)
    return Duel(
        *names,
        deals=points.shape[1],
        games=points.size,
        points=float(points.mean()),
        difference=difference,
        standard_error=error,
        low=difference - 1.96 * error,
        high=difference + 1.96 * error,
        z=difference / error if error else difference * np.inf if difference else 0.0,
        won=float((outcomes > 0).mean()),
        drawn=float((outcomes == 0).mean()),
        lost=float((outcomes < 0).mean()),
        game_points=float(outcomes.clip(min=0).mean()),
        other_game_points=float((-outcomes).clip(min=0).mean()),
        game_points_lead=lead,
        game_points_error=lead_error,
        rubbers=float(rubber_chance(shares.mean(axis=0).tolist())),
        rubbers_error=rubber_error(shares),
        trump_from=trump_from.value,
        seed=seed,
        rules=rules_name(RULES.rules_id, RULES.version),
        command=command,
    )


def _estimate(means: NDArray[np.float64]) -> tuple[float, float]:
    """Return the mean of a number over deals, and its standard error."""
    return float(means.mean()), float(means.std(ddof=1)) / sqrt(len(means))
