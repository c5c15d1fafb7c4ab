"""Sueca in the registry: the tables of matches, the policy and the league."""

from __future__ import annotations

from llq.query.league.kind import league_kind
from llq.query.table_kinds import Form, Game, TableKind, deferred, named
from llq.query.tables.build_times import build_takes

_HERE = "llq.query.sueca"
_MATCHES = "sueca-matches"
_POLICY = "sueca-policy"


GAME = Game(
    name="sueca",
    title="Sueca",
    forms=(Form(name="sueca", players=deferred(f"{_HERE}.built_in_players:players")),),
    tables=(
        TableKind(
            name=_MATCHES,
            title="Results of every combination of strategies in the four seats",
            takes=build_takes(f"{_MATCHES}, 100,000 games"),
            stored=f"{_HERE}.matches.table:MatchTable",
            build=deferred(f"{_HERE}.matches.build:build_matches"),
            resumes=True,
            standard={_MATCHES: {"games": 20_000}},
            blocks=deferred(f"{_HERE}.matches.build:matches_job"),
            relations=deferred(f"{_HERE}.matches.sql:match_relations"),
            views=deferred(f"{_HERE}.matches.sql:match_views"),
            names={
                _MATCHES: (
                    *named("sueca", "match distribution game_won team paired"),
                    *named("sueca_carreiro_2016", "match compared"),
                )
            },
            accuracy="simulated; standard errors in the columns ending in _error",
        ),
        TableKind(
            name=_POLICY,
            title="Weights by which rules plays and strong infers, and the network of trained",
            takes=build_takes(_POLICY),
            stored=f"{_HERE}.policy.table:PolicyTable",
            build=deferred(f"{_HERE}.policy.build:build_policy"),
            resumes=True,
            standard={_POLICY: {}},
            blocks=deferred(f"{_HERE}.policy.build:policy_job"),
            relations=deferred(f"{_HERE}.policy.table:policy_relations"),
            names={_POLICY: named("sueca", "policy")},
            accuracy="fitted to simulated choices, trained by self-play, bit for bit by the seed",
        ),
        league_kind("sueca"),
    ),
    names={
        "player": (
            "random obligated_trump obligated_trump_lead always_high third_hand_high mc_normal "
            "mc_average mc_extra_apart mc_extra mc_peek mc_shuffle mc_shuffle_new pimc "
            "pimc_peek rules trained strong"
        ),
        "variant": "carreiro-2016",
    },
    questions={
        "advise": f"{_HERE}.questions:advise",
        "match": f"{_HERE}.matches.matches:match",
        "deal-values": f"{_HERE}.advice.deal_valuation:deal_values",
        "players": f"{_HERE}.built_in_players:players",
        "verify": f"{_HERE}.questions:verify",
    },
    warm_up=(
        "sueca match MC,MC A,A -n 4",
        "sueca advise --hand AS,KS,7S,2S,AH,7H,6H,2D,AC,7C --trump S --player mc_extra:2x1",
        "sueca match pimc:2/2,R R,R -n 8",
        "sueca match R,R A,A -n 8",
        "sueca advise --hand AS,KS,7S,2S,AH,7H,6H,2D,AC,7C --trump S --player strong:20",
        "sueca match strong:4/2,rules R,R -n 8",
        "sueca advise --hand AS,KS,7S,2S,AH,7H,6H,2D,AC,7C --trump S --player pimc:2/10",
        'llq.sueca.play(["R", "A", "R", "A"])',
    ),
)
