"""Literature in the registry: trained policies, matches and opening asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llq.query.literature.matches import format as match_format
from llq.query.literature.matches import table as match_table
from llq.query.literature.openings import table as opening_table
from llq.query.literature.policies import format as policy_format
from llq.query.literature.policies import policies
from llq.query.table_kinds import Form, Game, TableKind, deferred
from llq.query.tables.build_times import build_minutes, build_takes
from llq.store.schema import TableSpec

if TYPE_CHECKING:  # naming a table loads nothing that builds it
    from llq.query.jobs.block_build import BlockJob

__all__ = ["GAME"]

_HERE = "llq.query.literature"
_POLICIES, _MATCHES, _OPENINGS = "literature-policies", "literature-matches", "literature-openings"

_matches_job = deferred(f"{_HERE}.matches.build:matches_job")
_openings_job = deferred(f"{_HERE}.openings.build:openings_job")
_match_views = deferred(f"{_HERE}.sql:match_views")
_opening_views = deferred(f"{_HERE}.openings.sql:opening_views")

_POLICY_RELATIONS = ("literature_policy", "literature_curve", "literature_weight")
_MATCH_RELATIONS = ("literature_game", "literature_side", "literature_match", "literature_paired")


def _chosen(spec: TableSpec | None) -> dict[str, Any]:
    said = spec.parameters if spec else {}
    return {name: said[name] for name in policy_format.CHOICES if name in said}


def _met(spec: TableSpec | None) -> dict[str, Any]:
    said = spec.parameters if spec else {}
    who = match_format.names_in(spec) if spec else {}
    return {name: said[name] for name in ("games", "many_games", "seed") if name in said} | {
        name: who.get(size, ()) for size, name in ((4, "players"), (6, "six"), (8, "eight")) if spec
    }


def _match_job(spec: TableSpec) -> BlockJob[Any]:
    games, many, seed = (int(spec.parameters[n]) for n in ("games", "many_games", "seed"))
    job: BlockJob[Any] = _matches_job(games, seed, match_format.names_in(spec), many)
    return job


def _rolled_out(spec: TableSpec | None) -> dict[str, Any]:
    said = spec.parameters if spec else {}
    chosen: dict[str, Any] = {name: said[name] for name in ("games", "seed") if name in said}
    return chosen | ({"by": opening_table.parse_by(str(said["by"]))} if "by" in said else {})


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
            is_named=lambda name: name == _POLICIES,
            spec_like=policies.policies_spec_like,
            remedy=lambda _, spec: policies.policies_remedy(spec),
            open=policies.open_policies,
            build=deferred(f"{_HERE}.policies.training:build_policies"),
            resumes=True,
            small_build={"article_games": 300, "compact_games": 300, "untrained": 2},
            standard={_POLICIES: {}},
            options=lambda _, spec: _chosen(spec),
            replay=deferred(f"{_HERE}.policies.training:replay_training"),
            relations=deferred(f"{_HERE}.sql:policy_relations"),
            holds=lambda name: _POLICIES if name in _POLICY_RELATIONS else None,
            accuracy="trained networks, bit for bit by their seeds",
        ),
        TableKind(
            name=_MATCHES,
            title="Games of every ordered pair of players",
            takes=build_takes(_MATCHES),
            minutes=build_minutes(_MATCHES),
            is_named=lambda name: name == _MATCHES,
            spec_like=match_table.matches_spec_like,
            remedy=lambda _, spec: match_table.matches_remedy(spec),
            open=match_table.open_matches,
            build=deferred(f"{_HERE}.matches.build:build_matches"),
            resumes=True,
            small_build={
                "games": 500, "players": ("random", "possible", "greedy"), "six": (), "eight": (),
            },
            standard={_MATCHES: {"games": 2000, "many_games": 200}},
            options=lambda _, spec: _met(spec),
            job=_match_job,
            relations=deferred(f"{_HERE}.sql:match_relations"),
            views=lambda _: _match_views(),
            holds=lambda name: _MATCHES if name in _MATCH_RELATIONS else None,
            accuracy="simulated; standard errors in the columns ending in _error",
        ),
        TableKind(
            name=_OPENINGS,
            title="The value of each kind of opening ask",
            takes=build_takes(_OPENINGS),
            minutes=build_minutes(_OPENINGS),
            is_named=lambda name: name == _OPENINGS,
            spec_like=opening_table.openings_spec_like,
            remedy=lambda _, spec: opening_table.openings_remedy(spec),
            open=opening_table.open_openings,
            build=deferred(f"{_HERE}.openings.build:build_openings"),
            resumes=True,
            small_build={"games": 100, "by": {4: "greedy"}},
            standard={_OPENINGS: {"games": 1000}},
            options=lambda _, spec: _rolled_out(spec),
            job=lambda spec: _openings_job(**_rolled_out(spec)),
            relations=deferred(f"{_HERE}.openings.sql:opening_relations"),
            views=lambda _: _opening_views(),
            holds=lambda name: _OPENINGS if name.startswith("literature_opening") else None,
            accuracy="simulated, hand_prob and hit_prob exact; standard errors in the columns "
            "ending in _error",
        ),
    ),
    warm_up=(
        "literature match greedy possible -n 4",
        "literature match compact article -n 4",
        "literature advise -",
        "build literature-openings -n 4 --by 4=greedy --replace",
        "build literature-policies --article-games 8 --compact-games 8 --untrained 1 --replace",
        'llq.literature.play(["greedy", "possible", "greedy", "possible"])',
    ),
)  # fmt: skip
