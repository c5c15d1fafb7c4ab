"""Sueca's registry entry: match, policy and league tables."""

from llq.query.league.kind import league_kind
from llq.query.table_kinds import Form, Game, TableKind, named
from llq.query.tables.build_times import build_takes

_HERE = "llq.query.sueca"
_MATCHES = "sueca-matches"
_POLICY = "sueca-policy"

GAME = Game(
    name="sueca",
    title="Sueca",
    bot="strong",
    forms=(Form(name="sueca"),),
    tables=(
        TableKind(
            name=_MATCHES,
            title="Results of every combination of strategies in the four seats",
            takes=build_takes(f"{_MATCHES}, 100,000 games"),
            class_name=f"{_HERE}.matches.table:MatchTable",
            resumes=True,
            standard={_MATCHES: {"games": 20_000}},
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
            class_name=f"{_HERE}.policy.table:PolicyTable",
            resumes=True,
            standard={_POLICY: {}},
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
        "league": f"{_HERE}.questions:league",
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
