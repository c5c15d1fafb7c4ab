"""Leagues: pairs of players on common deals, replayed from every seat.

All pairings of a league have the same deals, and a deal counts once in each, as the mean over its
seatings. A player's own number is the mean over its opponents, deal by deal, so that its error
knows what the deals have in common.

Where teams play, each player also sits alone among players of every other kind: *beside* them it
replaces one of a team that is otherwise alike its opponents. Who gains only beside its like is seen
there.
"""

import shlex
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState, did_you_mean
from llq.query.argument_types import defaults_of
from llq.query.match_result import Match, estimate, interval_of
from llq.query.players import check_seed
from llq.solver.arguments import MOST_GAMES, check_integer, check_threads, read_digits
from llq.solver.array_types import Floats
from llq.solver.jobs.blocks import computing_on
from llq.solver.jobs.progress import Progress, scale_progress
from llq.store.schema import rules_name


class Pairing(NamedTuple):
    """Two players who meet."""

    first: str
    second: str
    is_beside: bool
    """Whether ``first`` sits alone among teammates that play as ``second``."""


@dataclass(frozen=True, kw_only=True)
class Result:
    """Pairing result from the first player's side.

    Parameters
    ----------
    first, second
        The players.
    beside
        Who sits in the other seats of the first's team: the first or the second.
    score, score_error, low, high
        Share of the games won, a draw half, its standard error and its 95 % interval.
    lead, lead_error
        Mean lead in a game and its standard error, in the league's unit.
    """

    first: str
    second: str
    beside: str
    score: float
    score_error: float
    low: float
    high: float
    lead: float
    lead_error: float


@dataclass(frozen=True, kw_only=True)
class Standing:
    """A player's result against all opponents, numbers as in `Result`."""

    rank: int
    """1 for the highest score."""
    player: str
    score: float
    score_error: float
    low: float
    high: float
    lead: float
    lead_error: float
    beside_score: float | None
    """Score when seated alone beside each other kind of player; None without teams."""
    beside_error: float | None


@dataclass(frozen=True, kw_only=True)
class League:
    """A league that was played.

    Parameters
    ----------
    game
        As the command line names it.
    players
        Their names, in the order in which they were given.
    seed
        Of the deals.
    rules, unit
        The rules by name and version, and the unit of leads; empty where games are only won.
    scores, leads
        (pairings, deals) of each pairing's first, the mean over a deal's seatings.
    command
        The command that plays it again; None where a player is an object without one.
    """

    game: str
    players: tuple[str, ...]
    seed: int
    rules: str
    unit: str
    pairings: tuple[Pairing, ...]
    scores: Floats
    leads: Floats
    command: str | None = None

    @property
    def deals(self) -> int:
        """Deals of each pairing."""
        return int(self.scores.shape[1])

    @property
    def results(self) -> tuple[Result, ...]:
        """Result of each pairing."""
        return tuple(
            Result(
                first=pairing.first,
                second=pairing.second,
                beside=pairing.second if pairing.is_beside else pairing.first,
                **_numbers(scores, leads),
            )
            for pairing, scores, leads in zip(self.pairings, self.scores, self.leads, strict=True)
        )

    @property
    def standings(self) -> tuple[Standing, ...]:
        """How each player does, best first."""
        has_teams = any(pairing.is_beside for pairing in self.pairings)
        rows: list[dict[str, Any]] = []
        for player in self.players:
            scores = self._means(self.scores, player, both_teams=1.0)
            row = {"player": player, **_numbers(scores, self._means(self.leads, player))}
            if has_teams:
                beside = estimate(self._means(self.scores, player, is_beside=True))
                row |= {"beside_score": beside.mean, "beside_error": beside.standard_error}
            rows.append({"beside_score": None, "beside_error": None, **row})
        rows.sort(key=lambda row: -row["score"])
        return tuple(Standing(rank=rank, **row) for rank, row in enumerate(rows, start=1))

    def _means(
        self, numbers: Floats, player: str, *, is_beside: bool = False, both_teams: float = 0.0
    ) -> NDArray[Any]:
        """Return a player's mean over opponents, deal by deal.

        ``both_teams`` is the sum of the two teams' numbers in each game.
        """
        rows = []
        for pairing, by_deal in zip(self.pairings, numbers, strict=True):
            if pairing.is_beside == is_beside and pairing.first == player:
                rows.append(by_deal)
            elif not is_beside and not pairing.is_beside and pairing.second == player:
                rows.append(both_teams - by_deal)
        means: NDArray[Any] = np.mean(rows, axis=0)
        return means

    def to_dict(self) -> dict[str, Any]:
        """Return the league as plain data, ready for JSON."""
        names = ("game", "rules", "unit", "seed", "deals", "command")
        return {
            **{name: getattr(self, name) for name in names},
            "standings": [asdict(standing) for standing in self.standings],
            "results": [asdict(result) for result in self.results],
        }

    def _repr_html_(self) -> str:
        from llq.query.records import rows

        return rows(self.standings)._repr_html_()

    def __str__(self) -> str:
        """Return the standings, a line a player."""
        rows = [
            f"{row.rank} {row.player}: {row.score:.1%} ± {row.score_error:.1%}"
            + (f", {row.lead:+.2f} ± {row.lead_error:.2f} {self.unit}" if self.unit else "")
            + ("" if row.beside_score is None else f", beside others {row.beside_score:.1%}")
            for row in self.standings
        ]
        return "\n".join([*rows, f"{self.deals} deals a pairing, seed {self.seed}; {self.rules}"])


class Setup(NamedTuple):
    """Team size, match settings and rules of a league."""

    mates: int
    """Players of a team; 1 where everyone plays alone."""
    settings: Mapping[str, Any]
    """Match settings."""
    rules: tuple[str, int]
    """Their name and version."""


class Meeting(NamedTuple):
    """A pairing's scores and leads, deal by deal, and its first match."""

    scores: Floats
    leads: Floats
    match: Match


@dataclass(frozen=True, kw_only=True)
class LeagueGame:
    """A game's way of playing leagues."""

    game: str
    """The name on the command line."""
    match: Callable[..., Match]
    find: Callable[[str], Any]
    """Returns the player of a name."""
    setup: Callable[[Mapping[str, Any]], Setup]
    """Returns a league's `Setup` for given match settings."""
    usual: tuple[str, ...]
    """Players of a league, by default."""
    deals: int
    """Deals of a league, by default."""
    unit: str = ""
    """Unit of leads; empty for win-or-loss games."""
    fingerprints: Callable[[Sequence[Any]], Mapping[str, str]] = lambda _: {}
    """Returns fingerprints of the stored policies behind some players, by name."""
    current_fingerprints: Callable[[Mapping[str, str]], Mapping[str, str]] = dict
    """Returns today's fingerprints in place of others."""
    has_first_seat: bool = False
    """Whether matches fix the first player's seat, and therefore need playing twice."""

    def play(
        self,
        roster: Sequence[Any] = (),
        deals: int | None = None,
        seed: int = 1,
        *,
        beside: bool = True,
        threads: int = 2,
        progress: Progress = None,
        executor: Executor | None = None,
        **settings: Any,
    ) -> League:
        """Play every pair of players on common deals, repeated from every seat.

        Parameters
        ----------
        roster
            Two players or more, as the game's ``match`` takes them one by one: names of built-in
            players, ``module:Class``, objects, and programs where the game has them.
        deals
            Deals of each pairing.
        seed
            Of the deals, the same for every pairing.
        beside
            Whether each player also sits alone among players of every other kind, where teams play.
        threads
            Threads, on which no result depends.
        progress
            Called with the work done and its total.
        executor
            Computes in place of threads: processes, or a Dask cluster's ``Client.get_executor()``.
        **settings
            Other arguments of the game's ``match``, such as ``rules``.

        Raises
        ------
        UnknownStrategy
            There is no such player.
        IllegalState
            There are fewer than two players or deals, two players have one name, or a setting is
            not one of the game's matches.
        IllegalAction
            A player chose what is not legal.
        """
        check_threads(threads)
        players = self.players(roster or self.usual)
        setup = self.setup(self.checked(settings))
        count = check_integer("deals", self.deals if deals is None else deals, 2, MOST_GAMES)
        pairings = pairings_of([*players], beside and setup.mates > 1)
        meetings = []
        with computing_on(executor):
            for number, pairing in enumerate(pairings):
                part = scale_progress(progress, number, len(pairings))
                pair = players[pairing.first], players[pairing.second]
                meetings.append(
                    self.meet(
                        pair, pairing.is_beside, count, check_seed(seed), setup,
                        threads=threads, progress=part,
                    )
                )  # fmt: skip
        return League(
            game=self.game,
            players=tuple(players),
            seed=seed,
            rules=rules_name(*setup.rules),
            unit=meetings[0].match.unit,
            pairings=pairings,
            scores=np.stack([meeting.scores for meeting in meetings]),
            leads=np.stack([meeting.leads for meeting in meetings]),
            command=self.command(roster, count, seed, beside, settings),
        )

    def meet(
        self,
        pair: tuple[Any, Any],
        is_beside: bool,
        deals: int,
        seed: int,
        setup: Setup,
        **options: Any,
    ) -> Meeting:
        """Play a pairing on all deals."""
        options = {"seed": seed, **setup.settings, **options}
        first, second = pair
        if setup.mates == 1:
            match = self.match(first, second, games=deals, **options)
            if not self.has_first_seat:
                return Meeting(match.deal_scores, match.deal_leads, match)
            reverse = self.match(second, first, games=deals, **options)
            scores = (match.deal_scores + 1 - reverse.deal_scores) / 2
            return Meeting(scores, (match.deal_leads - reverse.deal_leads) / 2, match)
        mates = [second if is_beside else first] * (setup.mates - 1)
        seatings = 2 * (setup.mates if is_beside else 1)
        match = self.match(
            [first, *mates], [second] * setup.mates, games=deals * seatings, **options
        )
        return Meeting(match.deal_scores, match.deal_leads, match)

    def players(self, roster: Sequence[Any]) -> dict[str, Any]:
        """Return players by display name; raise IllegalState for duplicates or fewer than two."""
        players: dict[str, Any] = {}
        for entry in roster:
            player = self.find(entry) if isinstance(entry, str) else entry
            name = str(getattr(player, "name", player))
            if name in players:
                raise IllegalState(f"a league has each player once; {name} is given twice")
            players[name] = player
        if len(players) < 2:
            raise IllegalState(f"a league takes two players or more; got {', '.join(players)}")
        return players

    def checked(self, settings: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return match settings unchanged; raise IllegalState for an unknown name."""
        names = [*self.settings]
        for name in settings:
            if name not in names:
                raise IllegalState(
                    f"{name!r} is not a setting of a match of {self.game}"
                    f"{did_you_mean(name, names)}; those are {', '.join(names)}"
                )
        return settings

    @property
    def settings(self) -> dict[str, Any]:
        """The game's match settings with their defaults."""
        return defaults_of(self.match, without=_NOT_SETTINGS)

    def read_settings(self, texts: Sequence[str]) -> dict[str, Any]:
        """Return settings that are given as texts, such as ``rules=pagat``."""
        settings: dict[str, Any] = {}
        for text in texts:
            name, sign, value = (part.strip() for part in text.partition("="))
            if not sign:
                raise IllegalState(f"a setting is given as name=value; got {text!r}")
            self.checked({name: value})
            number = read_digits(value)
            if isinstance(self.settings[name], bool):
                if value not in ("yes", "no"):
                    raise IllegalState(f"{name} is yes or no; got {value!r}")
                settings[name] = value == "yes"
            else:
                settings[name] = value if number is None else number
        return settings

    def command(
        self,
        roster: Sequence[Any],
        deals: int,
        seed: int,
        beside: bool,
        settings: Mapping[str, Any],
    ) -> str | None:
        """Return the command line to repeat a league; None for player objects."""
        if not all(isinstance(value, str | int) for value in (*roster, *settings.values())):
            return None
        words = ["llq", self.game, "league", *roster, "-n", str(deals), "--seed", str(seed)]
        words += ["--no-beside"] * (not beside)
        for name, value in settings.items():
            text = ("no", "yes")[value] if isinstance(value, bool) else value
            words += ["--setting", f"{name}={text}"]
        return shlex.join(words)


_NOT_SETTINGS = ("games", "seed", "path", "threads", "progress", "executor")


def pairings_of(players: Sequence[str], beside: bool) -> tuple[Pairing, ...]:
    """Return all pairings: every pair, then every player beside each other player.

    >>> len(pairings_of("abc", beside=False)), len(pairings_of("abc", beside=True))
    (3, 9)
    """
    pairs = [Pairing(*pair, False) for pair in combinations(players, 2)]
    pairs += [Pairing(*pair, True) for pair in permutations(players, 2) if beside]
    return tuple(pairs)


def _numbers(scores: NDArray[Any], leads: NDArray[Any]) -> dict[str, float]:
    """Return means, standard errors and the score interval, by name."""
    score, lead = estimate(scores), estimate(leads)
    low, high = interval_of(score)
    return {
        "score": score.mean,
        "score_error": score.standard_error,
        "low": max(low, 0.0),
        "high": min(high, 1.0),
        "lead": lead.mean,
        "lead_error": lead.standard_error,
    }
