"""Sueca in the registry: the table of matches."""

from __future__ import annotations

from llq.query.table_kinds import Form, Game, TableKind, deferred
from llq.query.tables.build_times import build_minutes, build_takes

_HERE = "llq.query.sueca"
_MATCHES = "sueca-matches"

_match_views = deferred(f"{_HERE}.matches.sql:match_views")


GAME = Game(
    name="sueca",
    title="Sueca",
    forms=(Form(name="sueca", players=deferred(f"{_HERE}.built_in_players:players")),),
    tables=(
        TableKind(
            name=_MATCHES,
            title="Results of every combination of strategies in the four seats",
            takes=build_takes(f"{_MATCHES}, 100,000 games"),
            minutes=build_minutes(f"{_MATCHES}, 100,000 games"),
            stored=f"{_HERE}.matches.table:MatchTable",
            build=deferred(f"{_HERE}.matches.build:build_matches"),
            resumes=True,
            small_build={"games": 5000, "players": ("R", "T", "A")},
            standard={_MATCHES: {"games": 20_000}},
            blocks=deferred(f"{_HERE}.matches.build:matches_job"),
            relations=deferred(f"{_HERE}.matches.sql:match_relations"),
            views=lambda _: _match_views(),
            holds=lambda name: _MATCHES if name.startswith("sueca_") else None,
            accuracy="simulated; standard errors in the columns ending in _error",
        ),
    ),
    warm_up=(
        "sueca match MC,MC A,A -n 4",
        "sueca advise --hand AS,KS,7S,2S,AH,7H,6H,2D,AC,7C --trump S --player mc_extra:2x1",
        "sueca match pimc:2/2,R R,R -n 8",
        "sueca match R,R A,A -n 8",
        "sueca deal-values trump-card -n 2 --player open",
        "sueca advise --hand AS,KS,7S,2S,AH,7H,6H,2D,AC,7C --trump S --player pimc:2/10",
        'llq.sueca.play(["R", "A", "R", "A"])',
    ),
)
