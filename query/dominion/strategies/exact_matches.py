"""Computed scores and matches, without simulation."""

from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from llq.errors import IllegalState, UnknownStrategy
from llq.query.custom_players import is_custom_player
from llq.query.dominion.built_in_players import PROMISE, built_in_name, player_name, seat_player
from llq.query.dominion.inputs import Chance, Contestant, ScoredTurns, Turns
from llq.query.dominion.strategies.table import HAZARD_STRATEGIES, STRATEGIES
from llq.query.dominion.table.table import WHOLE, DominionTable
from llq.query.inputs import Threads
from llq.query.questions import question
from llq.query.results import Result, RowResult
from llq.solver.arguments import check_threads
from llq.solver.array_types import Floats
from llq.solver.dominion.rules import parse_chance
from llq.solver.dominion.solitaire.custom_players import player_distribution
from llq.solver.dominion.strategies.evaluation import distribution, mean_scores
from llq.solver.dominion.strategies.hazard import hazard_score
from llq.solver.dominion.variants import rules
from llq.solver.jobs.progress import Progress

_LEAST_CHANCE = Fraction(1, 40)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactMatch(Result):
    """The exact chances of two players who each play a game alone; the higher score wins.

    Parameters
    ----------
    first, second
        The players' names.
    turns
        Length of the games.
    win_prob, draw_prob, loss_prob
        Chances of the first.
    score
        The chance that the first wins, with a draw as half a win.
    lead, unit
        The first's expected lead, in points.
    mean_score
        Expected final scores of the first and the second.
    """

    first: str
    second: str
    turns: int
    win_prob: float
    draw_prob: float
    loss_prob: float
    score: float
    lead: float
    unit: str
    mean_score: tuple[float, float]

    settings = ("turns",)
    derived = ("score", "unit")

    def to_dict(self) -> dict[str, Any]:
        """Return the match as plain data, ready for JSON."""
        plain = asdict(self)
        first, second = plain.pop("mean_score")
        return plain | {"first_mean_score": first, "second_mean_score": second}

    def _repr_html_(self) -> str:
        from llq.query.text.html import match_panel

        return match_panel(self)

    def __str__(self) -> str:
        return (
            f"{self.first} v {self.second}: first wins {self.win_prob:.6f}, second "
            f"{self.loss_prob:.6f}, draws {self.draw_prob:.6f}; points {self.lead:+.4f} a game of "
            f"{self.turns} turns"
        )


@question(
    arguments=("first", "second"),
    examples=("greedy random --turns 4 --format json",),
    busy="{first} v {second}",
)
def exact_match(
    first: Contestant, second: Contestant, turns: Turns = WHOLE, *, threads: Threads | None = None
) -> ExactMatch:
    """Return the exact chances of one player outscoring another in separate games.

    The games are independent, each hand drawn from the whole deck as in the thesis.

    Parameters
    ----------
    first, second
        A name of `llq.dominion.players`, but ``monte_carlo``, a menu by its name or text, or a
        custom player that uses no random numbers.
    turns
        Length of the games; of long ones the distributions take time and memory: 100 turns a
        minute and 3.5 GB.

    Raises
    ------
    UnknownStrategy
        No such player depends on the state alone.
    IllegalState, IllegalAction
        The game has no turns, or a custom player chose what is not legal.

    Examples
    --------
    >>> import llq
    >>> computed = llq.dominion.strategies.match("optimal", "picky", turns=31)
    >>> print(f"{computed.win_prob:.4f}, {computed.lead:.4f} points ahead")
    0.7843, 9.7278 points ahead
    """
    if turns < 1:
        raise IllegalState(f"a game needs at least one turn; got {turns}")
    check_threads(threads)
    first, second = seat_player(first), seat_player(second)
    scores = [_distribution(player, turns, threads) for player in (first, second)]
    longest = max(map(len, scores))
    own, other = (np.pad(chances, (0, longest - len(chances))) for chances in scores)
    win, draw = float(own @ (other.cumsum() - other)), float(own @ other)
    points = np.arange(longest)
    means = float(own @ points), float(other @ points)
    return ExactMatch(
        first=player_name(first),
        second=player_name(second),
        turns=turns,
        win_prob=win,
        draw_prob=draw,
        loss_prob=float(other @ (own.cumsum() - own)),
        score=win + draw / 2,
        lead=means[0] - means[1],
        unit="points",
        mean_score=means,
    )


@question(examples=("--chance 1/10",), busy="Evaluating strategies")
def strategy_scores(
    turns: ScoredTurns = WHOLE,
    chance: Chance | None = None,
    *,
    threads: Threads | None = None,
    progress: Progress = None,
) -> tuple[RowResult, ...]:
    """Print every strategy's exact expected score, computed on the spot.

    Scores of more than 100 turns take minutes, those of 250 turns half an hour.

    Parameters
    ----------
    progress
        Called with the strategies that are done and their number.
    """
    names = STRATEGIES if chance is None else HAZARD_STRATEGIES
    scores = []
    for number, name in enumerate(names, start=1):
        score: dict[str, Any] = {"strategy": name}
        if chance is None:
            score |= {"turns": turns, "expected_score": exact_score(name, turns, threads=threads)}
        else:
            low, high = score_bounds(name, chance, threads=threads)
            score |= {"chance": chance, "at_least": low, "at_most": high}
        scores.append(RowResult(score))
        if progress:
            progress(number, len(names))
    return tuple(scores)


def exact_score(player: Contestant, turns: int, *, threads: int | None = None) -> float:
    """Return a player's exact expected final score in a game of a fixed length, in points.

    Parameters
    ----------
    player
        As in `exact_match`.

    Raises
    ------
    UnknownStrategy
        No such player depends on the state alone.

    Examples
    --------
    >>> import llq
    >>> print(f"{llq.dominion.strategies.score('picky', 31):.4f}")
    63.4263
    """
    check_threads(threads)
    player = seat_player(player)
    if not isinstance(player, str):
        chances = _distribution(player, turns, threads)
        return float(chances @ np.arange(len(chances)))
    return float(mean_scores(rules(), str(built_in_name(player, 1)), turns, threads)[turns])


def score_bounds(strategy: str, chance: str, *, threads: int | None = None) -> tuple[float, float]:
    """Return bounds of a strategy's expected score in games ending by chance.

    Parameters
    ----------
    chance
        The chance that a turn is the last, such as ``"1/10"``.

    Raises
    ------
    UnknownStrategy, IllegalState
        The strategy needs to know the turns to go, or the chance is not from 1/40 to 1.
    """
    check_threads(threads)
    alpha = parse_chance(chance)
    if alpha < _LEAST_CHANCE:
        raise IllegalState(
            f"games that end with chance {chance} are too long; the least is {_LEAST_CHANCE}"
        )
    bounds = hazard_score(rules(), str(built_in_name(strategy, 1)), alpha, threads=threads)
    return bounds.low, bounds.high


def _distribution(player: Contestant, turns: int, threads: int | None) -> Floats:
    if isinstance(player, str):
        name = str(built_in_name(player, 1))
        return np.asarray(distribution(rules(), name, turns, threads)[turns])
    if isinstance(player, DominionTable) or not is_custom_player(player):
        raise UnknownStrategy(f"{player!r} is not a player: it needs {PROMISE}")
    return player_distribution(rules(), player, turns)
