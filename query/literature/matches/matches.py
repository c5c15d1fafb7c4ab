"""Duplicate matches: two teams on the same deals, from every seat (`llq.query.duplicate_match`).

Who wins depends on who begins, too: a deal is played again with the same first mover.
"""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from llq.errors import IllegalState
from llq.query import match_result
from llq.query.duplicate_match import deals_for, play_seatings, seatings_of
from llq.query.inputs import Games, Seed, Threads
from llq.query.literature.built_in_players import find_teams
from llq.query.literature.inputs import Changes, Limit, Players, TeamText, Variant
from llq.query.literature.variants import rule_items
from llq.query.literature.variants import rules as find_variant
from llq.query.match_result import match_command, result_fields, with_error
from llq.query.players import check_seed
from llq.query.questions import question
from llq.query.results import SIMULATED, Rows
from llq.solver.array_types import Ints
from llq.solver.jobs.blocks import computing_on
from llq.solver.jobs.progress import Progress
from llq.solver.literature.matches.match import Games as PlayedGames
from llq.solver.literature.matches.match import play_games
from llq.solver.literature.rules import LIMIT, Rules, find_rules
from llq.store.schema import rules_name


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


@question(
    arguments=("first", "second"),
    examples=(
        "possible random -n 2000 --seed 7 --rules pagat --players 4",
        "greedy,possible possible -n 2000 --format json",
        "greedy possible --rule out_of_turn=no --rule claimant_turn=no",
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
    rules: Variant | None = None,
    players: Players | None = None,
    changes: Changes = (),
    limit: Limit | None = None,
    threads: Threads = 2,
    progress: Progress = None,
    executor: Executor | None = None,
) -> Match:
    """Play a duplicate match between two teams, cancelling the luck of the deal.

    A deal is played twice or, if a team's players differ, from every seat. A player ``bot:FOLDER``
    is a program in any language; in Python objects with a ``name`` and
    ``choose(view, random) -> Ask(player, card)`` play too.

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
    UnknownStrategy, UnknownGame
        There is no such player or variant, or a team has neither one player nor one a seat.
    IllegalState
        There are fewer than two deals, or a number is impossible.
    IllegalAction
        A custom player chose an ask that is not legal.

    Examples
    --------
    >>> import llq
    >>> match = llq.literature.match("greedy", "possible", games=200, seed=1)
    >>> match.wins, match.draws, match.losses
    (171, 17, 12)
    """
    chosen = chosen_rules(rules, players, changes)
    most_asks = LIMIT if limit is None else limit
    seed = check_seed(seed)
    first_team, second_team = find_teams((first, second), chosen.players // 2)
    seatings = seatings_of(first_team, second_team)
    deals = deals_for(games, len(seatings))

    options: Any = {"rules": chosen, "limit": most_asks, "threads": threads}
    with computing_on(executor):
        sides = play_seatings(
            [seats for seats, _ in seatings],
            deals,
            lambda seats, part: play_games(seats, deals, seed, progress=part, **options),
            progress,
        )
    words = _command_options(chosen, most_asks)
    return Match(
        first=match_result.player_names(first_team),
        second=match_result.player_names(second_team),
        seed=seed,
        unit="half suits",
        players=chosen.players,
        deals=deals,
        limit=most_asks,
        rules=_rules_text(chosen),
        command=match_command("literature", (first, second), len(seatings) * deals, seed, words),
        **_measures(sides),
    )


def chosen_rules(
    rules: Rules | str | None = None, players: int | None = None, changes: Iterable[str] = ()
) -> Rules:
    """Return a match's rules; errors and arguments are those of `match`."""
    if not isinstance(rules, Rules):
        return find_variant(rules or "somani", players, changes)
    if players is not None and players != rules.players:
        raise IllegalState(f"the rules are for {rules.players} players, not {players}")
    return rules


def _measures(sides: Sequence[PlayedGames]) -> dict[str, Any]:
    """Return a match's fields that follow from its games.

    ``sides`` are the games with the first in the even seats and, deal by deal, those with the first
    in the odd seats, then likewise with the players of the teams in other seats.
    """

    def by_side(name: str) -> Ints:
        """Return a number of either side of every game, the first's first: (sides, 2, deals)."""
        pairs = [getattr(side, name).T.astype(np.int64) for side in sides]
        return np.stack([pair[::-1] if place % 2 else pair for place, pair in enumerate(pairs)])

    def totals(name: str) -> tuple[int, int]:
        first, second = by_side(name).sum(axis=(0, 2)).tolist()
        return first, second

    winner = np.stack([side.winner for side in sides])
    won, drawn = winner == np.arange(len(sides))[:, None] % 2, winner < 0
    half_suits = by_side("half_suits")
    asks = np.stack([side.asks for side in sides]).astype(np.int64)
    length, all_asks = match_result.estimate(asks.mean(axis=0)), int(asks.sum())
    decided, decided_error = _share(won.sum(axis=0), (~drawn).sum(axis=0))
    return {
        **result_fields(won, drawn, (half_suits[:, 0] - half_suits[:, 1]).mean(axis=0)),
        "given_up": int(sum((~side.finished).sum() for side in sides)),
        "decided_prob": decided,
        "decided_error": decided_error,
        "half_suits": tuple(half_suits.mean(axis=(0, 2)).tolist()),
        "asks": length.mean,
        "asks_error": length.standard_error,
        "hits": tuple(hits / all_asks if all_asks else 0.0 for hits in totals("hits")),
        **{name: totals(name) for name in ("ask_backs", "back_claims", "wrong_claims")},
    }


def _command_options(rules: Rules, limit: int) -> Iterator[str]:
    """Yield the command-line words for rules and limit, unless default."""
    items = rule_items(rules)
    if items != rule_items(find_rules()):
        yield from ("--rules", items.pop("rules"), "--players", str(items.pop("players")))
        for rule, value in items.items():
            yield from ("--rule", f"{rule}={value}")
    if limit != LIMIT:
        yield from ("--limit", str(limit))


def _rules_text(rules: Rules) -> str:
    """Return rules in words: name and version, players, and what is changed."""
    return " ".join(
        f"{name} {value}" if name != "rules" else rules_name(rules.rules_id, rules.version)
        for name, value in rule_items(rules).items()
    )


def _share(won: Ints, decided: Ints) -> tuple[float | None, float | None]:
    """Return the won share of decided games with its error, from counts by deal.

    Both counts vary by deal: the error is that of a ratio of two means, to first order.
    """
    if not decided.sum():
        return None, None
    share = float(won.sum() / decided.sum())
    deviations = won - share * decided
    error = float(deviations.std(ddof=1)) / sqrt(len(deviations)) / float(decided.mean())
    return share, error
