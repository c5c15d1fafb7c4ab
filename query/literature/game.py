"""Literature in the registry: trained policies and leagues."""

from llq.query.league.kind import league_kind
from llq.query.table_kinds import Form, Game, TableKind, named
from llq.query.tables.build_times import build_takes

_HERE = "llq.query.literature"
_POLICIES = "literature-policies"


GAME = Game(
    name="literature",
    title="Literature",
    bot="strong",
    forms=(Form(name="literature"),),
    tables=(
        TableKind(
            name=_POLICIES,
            title="Every trained and untrained network, with its learning curve",
            takes=build_takes(_POLICIES),
            class_name=f"{_HERE}.policies.table:PolicyTable",
            resumes=True,
            standard={_POLICIES: {}},
            names={_POLICIES: named("literature", "policy curve weight")},
            accuracy="trained networks, bit for bit by their seeds",
        ),
        league_kind("literature", deals=1000),
    ),
    names={
        "player": (
            "random possible greedy quick certain withholder article untrained-1 untrained-2 "
            "untrained-3 untrained-4 untrained-5 strong"
        ),
        "variant": "somani pagat us54",
    },
    questions={
        "advise": f"{_HERE}.questions:advise",
        "match": f"{_HERE}.matches.matches:match",
        "show": f"{_HERE}.play.record:show",
        "players": f"{_HERE}.built_in_players:players",
        "verify": f"{_HERE}.questions:verify",
        "league": f"{_HERE}.questions:league",
    },
    warm_up=(
        "literature match greedy possible -n 4",
        "literature match strong article -n 4",
        "literature advise -",
        "build literature-policies --article-games 8 --strong-games 0 --untrained 1 --replace",
        'llq.literature.play(["greedy", "possible", "greedy", "possible"])',
    ),
)  # fmt: skip
