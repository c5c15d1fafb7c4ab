"""Literature in the registry: trained policies, matches and opening asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from llq.query.league.kind import league_kind
from llq.query.table_kinds import Form, Game, TableKind, deferred, named
from llq.query.tables.build_times import build_minutes, build_takes

if TYPE_CHECKING:  # naming a table loads nothing that builds it
    from llq.query.jobs.block_build import BlockJob

_HERE = "llq.query.literature"
_POLICIES, _MATCHES, _OPENINGS = "literature-policies", "literature-matches", "literature-openings"

_matches_job = deferred(f"{_HERE}.matches.build:matches_job")


def _match_blocks(
    games: int,
    seed: int,
    players: Sequence[str],
    six: Sequence[str],
    eight: Sequence[str],
    many_games: int,
) -> BlockJob[Any]:
    job: BlockJob[Any] = _matches_job(games, seed, {4: players, 6: six, 8: eight}, many_games)
    return job


GAME = Game(
    name="literature",
    title="Literature",
    forms=(Form(name="literature", players=deferred(f"{_HERE}.built_in_players:players")),),
    tables=(
        TableKind(
            name=_POLICIES,
            title="Every trained and untrained network, with its learning curve",
            takes=build_takes(_POLICIES),
            minutes=build_minutes(_POLICIES),
            stored=f"{_HERE}.policies.table:PolicyTable",
            build=deferred(f"{_HERE}.policies.training:build_policies"),
            resumes=True,
            standard={_POLICIES: {}},
            replay=deferred(f"{_HERE}.policies.training:replay_training"),
            relations=deferred(f"{_HERE}.sql:policy_relations"),
            names={_POLICIES: named("literature", "policy curve weight")},
            accuracy="trained networks, bit for bit by their seeds",
        ),
        TableKind(
            name=_MATCHES,
            title="Games of every ordered pair of players",
            takes=build_takes(_MATCHES),
            minutes=build_minutes(_MATCHES),
            stored=f"{_HERE}.matches.table:MatchTable",
            build=deferred(f"{_HERE}.matches.build:build_matches"),
            resumes=True,
            standard={_MATCHES: {"games": 2000, "many_games": 200}},
            blocks=_match_blocks,
            relations=deferred(f"{_HERE}.sql:match_relations"),
            views=deferred(f"{_HERE}.sql:match_views"),
            names={_MATCHES: named("literature", "game side match paired")},
            accuracy="simulated; standard errors in the columns ending in _error",
        ),
        TableKind(
            name=_OPENINGS,
            title="The value of each kind of opening ask",
            takes=build_takes(_OPENINGS),
            minutes=build_minutes(_OPENINGS),
            stored=f"{_HERE}.openings.table:OpeningTable",
            build=deferred(f"{_HERE}.openings.build:build_openings"),
            resumes=True,
            standard={_OPENINGS: {"games": 1000}},
            blocks=deferred(f"{_HERE}.openings.build:openings_job"),
            relations=deferred(f"{_HERE}.openings.sql:opening_relations"),
            views=deferred(f"{_HERE}.openings.sql:opening_views"),
            names={
                _OPENINGS: named("literature", "opening opening_pair opening_game opening_best")
            },
            accuracy="simulated, hand_prob and hit_prob exact; standard errors in the columns "
            "ending in _error",
        ),
        league_kind("literature", ("rules=us54",)),
    ),
    names={
        "player": (
            "random possible greedy quick certain withholder article untrained-1 untrained-2 "
            "untrained-3 untrained-4 untrained-5 compact strong search"
        ),
        "variant": "somani pagat us54 fishlab",
    },
    warm_up=(
        "literature match greedy possible -n 4",
        "literature match compact article -n 4",
        "literature advise -",
        "build literature-openings -n 4 --by 4=greedy --replace",
        "build literature-policies --article-games 8 --compact-games 8 --strong-games 0 "
        "--untrained 1 --replace",
        'llq.literature.play(["greedy", "possible", "greedy", "possible"])',
    ),
)  # fmt: skip
