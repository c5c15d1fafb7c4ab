"""Summary of a duplicate Literature match, from its games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from llq.query import match_result
from llq.query.literature.variants import rule_items
from llq.query.match_result import estimate, with_error
from llq.query.results import Rows
from llq.solver.literature.rules import Rules
from llq.store.schema import rules_name

if TYPE_CHECKING:
    from llq.solver.literature.matches.match import Games


@dataclass(frozen=True, kw_only=True)
class Match(match_result.Match):
    """A Literature match of two teams, every deal from both sides; ``lead`` counts half suits.

    Parameters
    ----------
    players
        4, 6 or 8.
    deals
        Deals, two games each or, where a team's players differ, one for each seat.
    given_up
        Games that reached the limit on asks; they are among the draws.
    decided_prob, decided_error
        The first's wins as a share of the games that somebody won; None if nobody won any.
    half_suits
        Mean half suits of a game, the first's and the second's.
    asks, asks_error
        Mean asks of a game: its length.
    hits
        Share of all asks that got the first, and the second, a card.
    ask_backs, back_claims, wrong_claims
        Of the first and of the second, in all games: first asks of a turn for a card just lost to
        an opponent who then missed, claims of that half suit in that turn, and wrong claims.
    limit
        Asks after which a game is given up.
    """

    players: int
    deals: int
    given_up: int
    decided_prob: float | None
    decided_error: float | None
    half_suits: tuple[float, float]
    asks: float
    asks_error: float
    hits: tuple[float, float]
    ask_backs: tuple[int, int]
    back_claims: tuple[int, int]
    wrong_claims: tuple[int, int]
    limit: int

    @property
    def title(self) -> str:
        """The two teams."""
        return f"{self.first} v {self.second}"

    def shown(self) -> Rows:
        """Return both teams' numbers, one row per measure."""
        pairs = [
            ("games won", f"{self.wins}", f"{self.losses}"),
            ("half suits a game", *(f"{mean:.2f}" for mean in self.half_suits)),
            ("asks that hit", *(f"{share:.1%}" for share in self.hits)),
            ("ask-backs", *(f"{number}" for number in self.ask_backs)),
            ("claims after them", *(f"{number}" for number in self.back_claims)),
            ("wrong claims", *(f"{number}" for number in self.wrong_claims)),
        ]
        return [{"": name, "first": first, "second": second} for name, first, second in pairs]

    @property
    def remarks(self) -> Sequence[str]:
        """Deals, score and lead with their errors, and the command that repeats the match."""
        lead, error = self.lead or 0.0, self.lead_error or 0.0
        decided = ""
        if self.decided_prob is not None:
            share = with_error(f"{self.decided_prob:.1%}", self.decided_error or 0.0, ".1%")
            decided = f"; of those decided the first won {share}"
        interval = "the same on every deal, so without an error"
        if self.interval and error:
            low, high = self.interval
            interval = f"95 % {low:+.2f} to {high:+.2f}, z {self.z:.1f}"
        return (
            f"{self.deals} deals, {self.games // self.deals} games each; {self.draws} drawn, "
            f"{self.given_up} of them given up after {self.limit} asks{decided}",
            f"score {with_error(f'{self.score:.1%}', self.score_error, '.1%')}; lead "
            f"{with_error(f'{lead:+.2f}', error)} half suits a game ({interval})",
            f"{with_error(f'{self.asks:.1f}', self.asks_error, '.1f')} asks a game; seed "
            f"{self.seed}; {self.rules}",
            *([self.command] if self.command else []),
        )

    def __str__(self) -> str:
        """Return the match in one line."""
        decided = ""
        if self.decided_prob is not None:
            decided = f" ({self.decided_prob:.1%} ± {self.decided_error:.1%} of those decided)"
        return (
            f"{self.first} v {self.second}: {self.wins} won, {self.draws} drawn, {self.losses} "
            f"lost{decided} in {self.games} games on {self.deals} deals, seed {self.seed}; "
            f"half suits {self.lead:+.2f} ± {self.lead_error:.2f} a game; "
            f"{self.asks:.1f} ± {self.asks_error:.1f} asks a game"
        )


def sum_up(
    names: tuple[str, str],
    sides: Sequence[Games],
    *,
    limit: int,
    seed: int,
    rules: Rules,
    command: str | None,
) -> Match:
    """Return a match from its games.

    ``sides`` are the games with the first in the even seats and, deal by deal, those with the first
    in the odd seats, then likewise with the players of the teams in other seats.
    """

    def both(name: str) -> NDArray[np.int64]:
        """Return a number of either side of every game, the first's first: (sides, 2, deals)."""
        pairs = [getattr(side, name).T.astype(np.int64) for side in sides]
        return np.stack([pair[::-1] if side % 2 else pair for side, pair in enumerate(pairs)])

    winner = np.stack([side.winner for side in sides])
    first_team = np.arange(len(sides))[:, None] % 2
    won, lost = winner == first_team, winner == 1 - first_team
    half_suits = both("half_suits")
    asks = np.stack([side.asks for side in sides]).astype(np.int64)
    scores = (won + 0.5 * (winner < 0)).mean(axis=0)
    leads = (half_suits[:, 0] - half_suits[:, 1]).mean(axis=0)
    wins, score, lead = estimate(won.mean(axis=0)), estimate(scores), estimate(leads)
    length = estimate(asks.mean(axis=0))
    decided, decided_error = _share(won.sum(axis=0), lost.sum(axis=0))

    def total(name: str) -> tuple[int, int]:
        first, second = both(name).sum(axis=(0, 2)).tolist()
        return first, second

    hits, all_asks = total("hits"), int(asks.sum())
    means = half_suits.mean(axis=(0, 2)).tolist()
    return Match(
        first=names[0],
        second=names[1],
        games=winner.size,
        seed=seed,
        wins=int(won.sum()),
        draws=int((winner < 0).sum()),
        losses=int(lost.sum()),
        win_prob=wins.mean,
        standard_error=wins.standard_error,
        score=score.mean,
        score_error=score.standard_error,
        lead=lead.mean,
        lead_error=lead.standard_error,
        unit="half suits",
        deal_scores=scores,
        deal_leads=leads,
        players=rules.players,
        deals=winner.shape[1],
        given_up=int(sum((~side.finished).sum() for side in sides)),
        decided_prob=decided,
        decided_error=decided_error,
        half_suits=(means[0], means[1]),
        asks=length.mean,
        asks_error=length.standard_error,
        hits=(hits[0] / all_asks, hits[1] / all_asks) if all_asks else (0.0, 0.0),
        ask_backs=total("ask_backs"),
        back_claims=total("back_claims"),
        wrong_claims=total("wrong_claims"),
        limit=limit,
        rules=rules_text(rules),
        command=command,
    )


def rules_text(rules: Rules) -> str:
    """Return rules in words: name and version, players, and what is changed."""
    return " ".join(
        f"{name} {value}" if name != "rules" else rules_name(rules.rules_id, rules.version)
        for name, value in rule_items(rules).items()
    )


def _share(won: NDArray[np.int64], lost: NDArray[np.int64]) -> tuple[float | None, float | None]:
    """Return the won share of decided games with its error, from counts by deal.

    Both counts vary by deal: the error is that of a ratio of two means, to first order.
    """
    decided = won + lost
    if not decided.sum():
        return None, None
    share = float(won.sum() / decided.sum())
    deviations = won - share * decided
    error = float(deviations.std(ddof=1)) / sqrt(len(deviations)) / float(decided.mean())
    return share, error
