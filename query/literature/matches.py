"""Matches on the same deals from both sides: two teams, and which is better by how much.

Who wins a game depends on the cards and on who begins. So each deal is played twice with the same
beginner, the teams having changed sides, and counts once, as the mean over both games. Luck then
cancels, and the error of a difference is that of the means over deals.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import asdict, dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.literature.players import find_team
from llq.query.literature.variants import rule_items
from llq.query.players import check_seed
from llq.query.progress import offset_progress
from llq.solver.literature.match import MOVE_LIMIT, Games, play_games
from llq.solver.literature.players import Player, Strategy
from llq.solver.literature.rules import Rules, find_rules
from llq.store.schema import rules_name

if TYPE_CHECKING:
    from llq.query.literature.players import Team

__all__ = ["Duel", "match_literature"]


@dataclass(frozen=True, slots=True)
class Duel:
    """What came of a match. Of pairs the first is the team's, the second the other's.

    Parameters
    ----------
    team, other
        The teams' players, one a seat.
    deals, games
        Deals, and games on them, two each.
    wins, ties, losses
        Games that the team won, nobody won or were given up, and the other won.
    given_up
        Games without an end after as many asks as the limit allows; they are among the ties.
    score, score_error
        The team's wins and half its ties, as a share of games, and its standard error.
    decided, decided_error
        Its wins as a share of the games that somebody won; None if there are none.
    half_suits
        Mean half suits of a game, of either team.
    difference, standard_error, low, high
        The first less the second, its error, and its 95 % confidence interval.
    z
        The difference in standard errors; infinite where the error is 0 and the difference is not.
    asks, asks_error
        Mean asks of a game, its length, and the error.
    hits
        Share of either team's asks of a game that got the card: of all asks of both.
    ask_backs, back_claims, wrong_claims
        Of either team, in all games: first asks of a turn for a card just lost to who then missed,
        claims of that half suit in that turn, and claims that were wrong.
    limit, seed, rules
        Asks after which a game is given up; what the deals are made from; by which rules.
    command
        What makes the match again; None where a player has no name to call him by.
    """

    team: tuple[str, ...]
    other: tuple[str, ...]
    deals: int
    games: int
    wins: int
    ties: int
    losses: int
    given_up: int
    score: float
    score_error: float
    decided: float | None
    decided_error: float | None
    half_suits: tuple[float, float]
    difference: float
    standard_error: float
    low: float
    high: float
    z: float
    asks: float
    asks_error: float
    hits: tuple[float, float]
    ask_backs: tuple[int, int]
    back_claims: tuple[int, int]
    wrong_claims: tuple[int, int]
    limit: int
    seed: int
    rules: str
    command: str | None

    @property
    def names(self) -> tuple[str, str]:
        """How the teams are called: by one name if their players are alike."""
        team, other = (
            players[0] if len(set(players)) == 1 else ",".join(players)
            for players in (self.team, self.other)
        )
        return team, other

    def to_dict(self) -> dict[str, Any]:
        """Return the match as plain data, pairs as two values each."""
        plain: dict[str, Any] = {}
        for name, value in asdict(self).items():
            if name in ("team", "other"):
                plain[name] = ",".join(value)
            elif isinstance(value, tuple):
                plain |= {f"team_{name}": value[0], f"other_{name}": value[1]}
            else:
                plain[name] = value
        return plain

    def __str__(self) -> str:
        """Return the match in words."""
        decided = ""
        if self.decided is not None:
            decided = f" ({self.decided:.1%} ± {self.decided_error:.1%} of those decided)"
        return (
            f"{self.names[0]} v {self.names[1]}: {self.wins} won, {self.ties} tied, {self.losses} "
            f"lost{decided} in {self.games} games on {self.deals} deals, seed {self.seed}; "
            f"half suits {self.difference:+.2f} ± {self.standard_error:.2f} a game; "
            f"{self.asks:.1f} ± {self.asks_error:.1f} asks a game"
        )


def match_literature(
    team: Team,
    other: Team,
    games: int = 2000,
    seed: int = 1,
    *,
    rules: Rules | str | None = None,
    players: int | None = None,
    limit: int = MOVE_LIMIT,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Duel:
    """Play two teams against each other, every deal from both sides.

    Parameters
    ----------
    team, other
        One player for all seats of a team or one each, in the order around the table: names of
        built-in players and stored policies, ``module:Class``, or objects with a ``name`` and
        ``choose(position, random) -> (seat, card)``.
    games
        Games in all, two a deal, filled up to whole deals.
    seed
        The seed: deal ``i`` of a seed is the same whoever plays.
    rules, players
        The variant, or its name, and how many play; by default the article's four.
    limit
        Asks after which a game is given up, a tie.
    threads
        Threads, on which no result depends.
    progress
        Called with the number of games done and their total.

    Raises
    ------
    UnknownStrategy, UnknownGame
        There is no such player or variant, or a team has not one player a seat.
    IllegalState
        There are fewer than two deals, or the numbers are impossible.
    IllegalAction
        A player of one's own chose an ask that is not legal.

    Examples
    --------
    >>> import llq
    >>> duel = llq.literature.match("greedy", "possible", games=200, seed=1)
    >>> duel.wins, duel.ties, duel.losses
    (171, 17, 12)
    """
    if not isinstance(rules, Rules):
        rules = find_rules(rules or "somani", players)
    elif players is not None and players != rules.players:
        raise IllegalState(f"the rules are for {rules.players} players, not {players}")
    seed = check_seed(seed)
    deals = -(-games // 2)
    if deals < 2:
        raise IllegalState(f"an error needs two deals of two games each; {games} games are too few")
    known: dict[str, Strategy | Player] = {}
    one = find_team(team, rules.players // 2, known)
    two = find_team(other, rules.players // 2, known)
    played: list[Games] = []
    for even, odd in ((one, two), (two, one)):
        seats = [player for pair in zip(even, odd, strict=True) for player in pair]
        played.append(
            play_games(
                seats,
                deals,
                seed,
                rules=rules,
                limit=limit,
                threads=threads,
                progress=offset_progress(progress, len(played) * deals, 2 * deals),
            )
        )
    return _sum_up(
        (tuple(p.name for p in one), tuple(p.name for p in two)),
        played,
        limit,
        seed,
        rules,
        _command(team, other, 2 * deals, seed, rules, limit),
    )


def _sum_up(
    names: tuple[tuple[str, ...], tuple[str, ...]],
    played: list[Games],
    limit: int,
    seed: int,
    rules: Rules,
    command: str | None,
) -> Duel:
    """Return a match from its games, the team first in even seats, then in odd ones."""

    def both(name: str) -> NDArray[np.int64]:
        """Return a pair of numbers of every game, the team's first: (2, 2, deals)."""
        pairs = [getattr(games, name).T.astype(np.int64) for games in played]
        return np.stack([pairs[0], pairs[1][::-1]])

    winner = np.stack([played[0].winner, played[1].winner])
    won = winner == np.array([[0], [1]])
    lost = (winner >= 0) & ~won
    half_suits = both("half_suits")
    difference, error = _estimate((half_suits[:, 0] - half_suits[:, 1]).mean(axis=0))
    score, score_error = _estimate((won + 0.5 * (winner < 0)).mean(axis=0))
    asks = np.stack([games.asks for games in played]).astype(np.int64)
    length, length_error = _estimate(asks.mean(axis=0))
    decided, decided_error = _share(won.sum(axis=0), lost.sum(axis=0))

    def total(name: str) -> tuple[int, int]:
        team, other = both(name).sum(axis=(0, 2)).tolist()
        return team, other

    hits, all_asks = total("hits"), int(asks.sum())
    means = half_suits.mean(axis=(0, 2)).tolist()
    return Duel(
        *names,
        deals=winner.shape[1],
        games=winner.size,
        wins=int(won.sum()),
        ties=int((winner < 0).sum()),
        losses=int(lost.sum()),
        given_up=int(sum((~games.finished).sum() for games in played)),
        score=score,
        score_error=score_error,
        decided=decided,
        decided_error=decided_error,
        half_suits=(means[0], means[1]),
        difference=difference,
        standard_error=error,
        low=difference - 1.96 * error,
        high=difference + 1.96 * error,
        z=difference / error if error else difference * inf if difference else 0.0,
        asks=length,
        asks_error=length_error,
        hits=(hits[0] / all_asks, hits[1] / all_asks) if all_asks else (0.0, 0.0),
        ask_backs=total("ask_backs"),
        back_claims=total("back_claims"),
        wrong_claims=total("wrong_claims"),
        limit=limit,
        seed=seed,
        rules=" ".join(
            f"{name} {value}" if name != "rules" else rules_name(rules.rules_id, rules.version)
            for name, value in rule_items(rules).items()
        ),
        command=command,
    )


def _estimate(means: NDArray[np.float64]) -> tuple[float, float]:
    """Return the mean of a number over deals, and its standard error."""
    return float(means.mean()), float(means.std(ddof=1)) / sqrt(len(means))


def _share(won: NDArray[np.int64], lost: NDArray[np.int64]) -> tuple[float | None, float | None]:
    """Return the share of decided games that were won, and its error, from counts by deal.

    Both counts vary by deal: the error is that of a ratio of two means, to first order.
    """
    decided = won + lost
    if not decided.sum():
        return None, None
    share = float(won.sum() / decided.sum())
    off = won - share * decided
    return share, float(off.std(ddof=1)) / sqrt(len(off)) / float(decided.mean())


def _command(
    team: Team, other: Team, games: int, seed: int, rules: Rules, limit: int
) -> str | None:
    """Return the command line of a match, None where it cannot say it."""
    words = ["llq", "literature", "match"]
    for players in (team, other):
        names = [players] if not isinstance(players, list | tuple) else list(players)
        if not all(isinstance(name, str) for name in names):
            return None
        words.append(",".join(map(str, names)))
    words += ["-n", str(games), "--seed", str(seed)]
    items = rule_items(rules)
    if items != rule_items(find_rules()):
        words += ["--rules", items.pop("rules"), "--players", str(items.pop("players"))]
        words += [word for flag, value in items.items() for word in ("--rule", f"{flag}={value}")]
    if limit != MOVE_LIMIT:
        words += ["--limit", str(limit)]
    return shlex.join(words)
