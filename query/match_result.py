"""Match results in any game: two players or teams, seeded, with standard errors."""

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from math import inf, sqrt
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from llq.query.results import Result

_NORMAL_95 = 1.96


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its standard error."""

    mean: float
    standard_error: float


@dataclass(frozen=True, kw_only=True)
class Match(Result):
    """A match of ``first`` against ``second``; wins, draws and losses are the first's.

    Parameters
    ----------
    first, second
        The players' or teams' names.
    games, seed
        Games played, and the seed that reproduces them.
    wins, draws, losses
        Games.
    win_prob, standard_error
        Share of the games won by the first, and its standard error.
    score, score_error
        The same with a draw as half a win.
    lead, lead_error, unit
        The first's mean lead in a game, its standard error, and its unit, such as ``points``; None
        and empty where a game is only won or lost.
    rules
        The rules by name and version.
    command
        The command that plays the match again; None where a player is an object without one.
    deal_scores, deal_leads
        (deals,) ``score`` and ``lead`` of each deal, the mean over its games, on which the errors
        are based; not in `to_dict`.
    """

    first: str
    second: str
    games: int
    seed: int
    wins: int
    draws: int
    losses: int
    win_prob: float
    standard_error: float
    score: float
    score_error: float
    lead: float | None = None
    lead_error: float | None = None
    unit: str = ""
    rules: str
    command: str | None = None
    deal_scores: NDArray[np.float64] = field(
        default_factory=lambda: np.zeros(0), repr=False, compare=False
    )
    deal_leads: NDArray[np.float64] = field(
        default_factory=lambda: np.zeros(0), repr=False, compare=False
    )

    derived: ClassVar[tuple[str, ...]] = (
        "wins", "draws", "losses", "score", "score_error", "unit", "low", "high", "z",
    )  # fmt: skip

    @property
    def draw_prob(self) -> float:
        """Share of the games that nobody won."""
        return self.draws / self.games

    @property
    def loss_prob(self) -> float:
        """Share of the games that ``second`` won."""
        return self.losses / self.games

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % confidence interval of ``lead``."""
        if self.lead is None or self.lead_error is None:
            return None
        return interval_of(Estimate(self.lead, self.lead_error))

    @property
    def z(self) -> float | None:
        """Lead in standard errors, infinite for a nonzero lead without error."""
        if self.lead is None or self.lead_error is None:
            return None
        if self.lead_error:
            return self.lead / self.lead_error
        return self.lead * inf if self.lead else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the match as plain data, ready for JSON; a pair is first's, then second's."""
        plain: dict[str, Any] = {}
        for item in fields(self):
            value = getattr(self, item.name)
            if isinstance(value, tuple) and len(value) == 2:
                plain |= {f"first_{item.name}": value[0], f"second_{item.name}": value[1]}
            elif item.compare:
                plain[item.name] = value
        low, high = self.interval or (None, None)
        shares = {"draw_prob": self.draw_prob, "loss_prob": self.loss_prob}
        return plain | shares | {"low": low, "high": high, "z": self.z}

    def _repr_html_(self) -> str:
        from llq.query.text.html import match_panel

        games = (self.wins, self.draws, self.losses)
        return match_panel(self, games, self.command or self.rules)

    def __str__(self) -> str:
        """Return the match in one line."""
        lead = ""
        if self.lead is not None and self.lead_error is not None:
            lead = f"; {self.unit} {self.lead:+.3f} ± {self.lead_error:.3f} a game"
        return (
            f"{self.first} v {self.second}: first wins {self.win_prob:.4f} "
            f"± {self.standard_error:.4f}, second {self.loss_prob:.4f}, draws {self.draw_prob:.4f}"
            f"{lead} ({self.games} games, seed {self.seed})"
        )


def with_error(number: str, error: float, form: str = ".2f") -> str:
    """Return a number and its standard error, omitting an error of zero."""
    return f"{number} ± {error:{form}}" if error > 1e-12 else number


def estimate(samples: NDArray[Any]) -> Estimate:
    """Return the mean of independent numbers, such as means over deals, and its standard error.

    ``samples`` (N,) are at least two.
    """
    values = np.asarray(samples, dtype=np.float64)
    return Estimate(float(values.mean()), float(values.std(ddof=1)) / sqrt(len(values)))


def result_fields(
    won: NDArray[np.bool_], drawn: NDArray[np.bool_], leads: NDArray[np.float64]
) -> dict[str, Any]:
    """Return a `Match`'s fields that follow from its games.

    ``won`` and ``drawn`` are masks of the games, (seatings, deals), and ``leads`` (deals,) the
    first's mean lead in a deal's games.
    """
    scores = (won + 0.5 * drawn).mean(axis=0)
    win_prob, score, lead = estimate(won.mean(axis=0)), estimate(scores), estimate(leads)
    wins, draws = int(won.sum()), int(drawn.sum())
    return {
        "games": won.size,
        "wins": wins,
        "draws": draws,
        "losses": won.size - wins - draws,
        "win_prob": win_prob.mean,
        "standard_error": win_prob.standard_error,
        "score": score.mean,
        "score_error": score.standard_error,
        "lead": lead.mean,
        "lead_error": lead.standard_error,
        "deal_scores": scores,
        "deal_leads": leads,
    }


def interval_of(value: Estimate) -> tuple[float, float]:
    """Return the 95 % confidence interval of an estimate."""
    margin = _NORMAL_95 * value.standard_error
    return value.mean - margin, value.mean + margin


def player_names(players: Sequence[Any]) -> str:
    """Return a team's display name: one name for identical players, otherwise all names."""
    names = [player if isinstance(player, str) else str(player.name) for player in players]
    return names[0] if len(set(names)) == 1 else ",".join(names)


def match_command(
    game: str, players: Iterable[Any], games: int, seed: int, options: Iterable[str] = ()
) -> str | None:
    """Return the command line to repeat a match; None for player objects.

    The game is named as on the command line; a player or team is a name, or the names of a team.
    """
    words = ["llq", game, "match"]
    for player in players:
        names = list(player) if isinstance(player, list | tuple) else [player]
        if not all(isinstance(name, str) for name in names):
            return None
        words.append(",".join(names))
    return shlex.join([*words, "-n", str(games), "--seed", str(seed), *options])
