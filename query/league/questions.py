"""Questions of every game's leagues, played and stored, and a league as printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any

from llq.query.games import find_game, find_kind_by_name, game_part
from llq.query.inputs import Seed, Threads
from llq.query.questions import Input, question
from llq.query.results import Result, Rows
from llq.solver.jobs.progress import Progress

if TYPE_CHECKING:  # help loads no game
    from llq.query.league.league import League, LeagueGame
    from llq.query.tables.build_plans import Build

Roster = Annotated[
    Sequence[str],
    Input("Two players or more, each for all seats of a team.", completes="player", is_list=True),
]
Deals = Annotated[int, Input("Deals of each pair, the same for all.", low=2, flags="-n, --deals")]
Beside = Annotated[
    bool,
    Input(
        "Whether each also sits alone among others, where teams play.", flags="--beside/--no-beside"
    ),
]
Settings = Annotated[
    Sequence[str],
    Input("Another option of the game's match, as name=value; may be repeated.", is_list=True),
]
Players = Annotated[
    str,
    Input("Two players or more, with commas; by default some built-in ones.", completes="player"),
]
StoredSettings = Annotated[
    str, Input("Options of the game's match, such as name=value,name=value.")
]
Standings = Annotated[bool, Input("In CSV, print the standings.")]


def league_question(game: str, players: str, setting: str) -> Callable[..., _PlayedLeague]:
    """Return a game's league question; its examples have some players, deals and a setting."""

    @question(
        arguments=("players",),
        examples=(players, f"{players} --setting {setting} --seed 7 --format json"),
        busy=f"League of {find_game(game).title}",
        has_even_pace=True,
        builds_missing=False,
        is_long=True,
    )
    def league(
        players: Roster = (),
        deals: Deals | None = None,
        seed: Seed = 1,
        *,
        beside: Beside = True,
        setting: Settings = (),
        standings: Standings = False,
        threads: Threads = 2,
        progress: Progress = None,
    ) -> _PlayedLeague:
        """Play every pair of some players on common deals, each deal from every seat.

        Players are those of the game's match, your own module:Class among them; by default some
        built-in ones. Where teams play, each player also sits alone among players of every other
        kind, beside them. Intervals are over deals. CSV has the pairs, or with --standings the
        standings.
        """
        league_game: LeagueGame = game_part(game, "league").LEAGUE
        played = league_game.play(
            players, deals, seed, beside=beside, threads=threads, progress=progress,
            **league_game.read_settings(setting),
        )  # fmt: skip
        return _PlayedLeague(played, standings)

    return league


def league_plan(game: str, pair: str) -> Callable[..., Build]:
    """Return the plan of a game's stored league; ``pair`` appears in its examples."""

    @question(examples=(f"-n 100 --players {pair}",), has_games=True, is_long=True)
    def plan_league(
        deals: Deals | None = None,
        seed: Seed = 1,
        players: Players | None = None,
        settings: StoredSettings | None = None,
    ) -> Build:
        """Play a league of {game} and write every pair's results, deal by deal.

        Each player meets each other on common deals, from every seat, and sits alone among players
        of every other kind where teams play. By default this takes {takes} on two cores.
        """
        from llq.query.tables.build_plans import Build
        from llq.query.text.words import split_words

        words = {"players": split_words(players or ""), "settings": split_words(settings or "")}
        options = {"deals": deals, "seed": seed, **words}
        job: Any = find_kind_by_name(f"{game}-league").table.job(**options)
        total = sum(block.deals for block in job.tasks.values())
        return Build(f"Playing {len(job.tasks)} pairings", options, games=total)

    return plan_league


@dataclass(frozen=True)
class _PlayedLeague(Result):
    """A league's pairs, below its standings."""

    league: League
    has_standings: bool
    """Whether CSV has the standings in place of the pairs."""

    is_row = False
    title = "The pairs"

    def to_dict(self) -> dict[str, Any]:
        return self.league.to_dict()

    def records(self) -> Rows:
        league = self.league
        return [*map(asdict, league.standings if self.has_standings else league.results)]

    @property
    def before(self) -> _Standings:
        return _Standings(self.league)

    def shown(self) -> Rows:
        rows = [
            {"player": row.first, "beside": row.beside, "against": row.second}
            | _shares(row, self.league)
            for row in self.league.results
        ]
        if all(row["player"] == row["beside"] for row in rows):
            for row in rows:
                del row["beside"]
        return rows

    @property
    def remarks(self) -> Sequence[str]:
        league = self.league
        conditions = (
            f"{league.deals} deals a pair, from every seat; errors and 95 % intervals are over "
            f"deals; seed {league.seed}; {league.rules}"
        )
        return tuple(filter(None, (conditions, league.command)))


@dataclass(frozen=True)
class _Standings(Result):
    """A league's standings, best first."""

    league: League

    @property
    def title(self) -> str:
        return f"League of {find_game(self.league.game).title}: games won, a draw half"

    def shown(self) -> Rows:
        rows: list[dict[str, Any]] = []
        for row in self.league.standings:
            rows.append({"": row.rank, "player": row.player, **_shares(row, self.league)})
            if row.beside_score is not None:
                rows[-1]["beside others"] = f"{row.beside_score:.1%} ± {row.beside_error:.1%}"
        return rows


def _shares(row: Any, league: League) -> dict[str, str]:
    wins, interval = f"{row.score:.1%} ± {row.score_error:.1%}", f"{row.low:.1%} to {row.high:.1%}"
    texts = {"wins": wins, "95 %": interval}
    if league.unit:
        texts[f"lead, {league.unit}"] = f"{row.lead:+.2f} ± {row.lead_error:.2f}"
    return texts
