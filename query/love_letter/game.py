"""Love Letter's registration: solved tables by variant and scoring, and studies."""

from llq.query.league.kind import league_kind
from llq.query.table_kinds import Form, Game, TableKind, named
from llq.query.tables.build_times import build_takes

_HERE = "llq.query.love_letter"
_CLASSIC = "love_letter-classic"
_STUDY, _SOLUTION = f"{_CLASSIC}-study", f"{_CLASSIC}-solution"
_VIEWS = (
    *named(
        "love_letter_{}",
        "state entry card action first_turn opening opening_action opening_face_up",
    ),
    *("love_letter_{}_opening_face_up_mean", "love_letter_{}"),
)
_CLASSIC_VIEWS = (
    *(view.format("classic") for view in _VIEWS if not view.endswith("entry")),
    *named("love_letter_huibers_2016", "table4 table4_compared match"),
)
_STUDY_VIEWS = named(
    "love_letter_{}", "exact disagreement lower_card holding length opening_explained seat"
)
_TABLE11 = named("love_letter_huibers_2016", "table11 table11_compared")
_OPENINGS = {
    f"love_letter-{variant}-openings": {"variant": variant}
    for variant in ("2019", "2019-tokens", "2019-tokens-sole")
} | {f"{_CLASSIC}-discards-openings": {"variant": "classic", "scoring": "discards"}}
_EXPLOITABILITY = f"{_CLASSIC}-exploitability"


GAME = Game(
    name="love-letter",
    title="Love Letter",
    bot="table",
    forms=(Form(name="love_letter"),),
    tables=(
        TableKind(
            name="love-letter",
            title="Value and best action of every state of a variant",
            takes=build_takes(_CLASSIC),
            class_name=f"{_HERE}.table.table:Table",
            standard={_CLASSIC: {"variant": "classic"}},
            apart_names={
                f"love_letter-{variant}": (f"love_letter_{variant}_state_action",)
                for variant in ("classic", "hobbit", "batman")
            },
            quick={f"{_CLASSIC}-discards": "about 20 seconds, 14 MB"},
            names={_CLASSIC: _CLASSIC_VIEWS, "love_letter-{}": _VIEWS},
            accuracy="exact, rounding below 1e-12",
        ),
        TableKind(
            name="love-letter-openings",
            title="Every play of every first turn, where the table of all states is too large",
            takes=build_takes("love_letter-2019-openings"),
            class_name=f"{_HERE}.table.openings:OpeningsTable",
            standard=_OPENINGS,
            names={
                "love_letter-{}-discards-openings": named(
                    "love_letter_{}_discards", "openings lead"
                ),
                "love_letter-{}-openings": ("love_letter_{}_openings",),
            },
            accuracy="exact, rounding below 1e-12",
        ),
        TableKind(
            name="love-letter-policy",
            title="What is played in every state, where the table of all states is too large",
            takes=build_takes("love_letter-2019-policy"),
            class_name=f"{_HERE}.table.policy:PolicyTable",
            standard={"love_letter-2019-policy": {"variant": "2019"}},
            names={"love_letter-{}-policy": named("love_letter_{}", "policy keep")},
            accuracy="exact, rounding below 1e-12",
        ),
        TableKind(
            name="love-letter-study",
            title="Every match of two players exactly, and what happens when Table meets itself",
            takes=build_takes(_STUDY),
            class_name=f"{_HERE}.exact.study_table:Study",
            standard={_STUDY: {"variant": "classic"}},
            names={
                _STUDY: (*(view.format("classic") for view in _STUDY_VIEWS), *_TABLE11),
                "love_letter-{}-study": _STUDY_VIEWS,
            },
            accuracy="exact, rounding below 1e-12",
        ),
        TableKind(
            name="love-letter-solution",
            title="A mixed policy that remembers the last public actions, hard to exploit",
            takes=build_takes(_SOLUTION),
            class_name=f"{_HERE}.solution.table:Solution",
            resumes=True,
            standard={_SOLUTION: {"variant": "classic"}},
            names={"love_letter-{}-solution": ("love_letter_{}_solution",)},
            accuracy="learnt: see its exploitability",
        ),
        TableKind(
            name="love-letter-exploitability",
            title="What an opponent who knows a player wins against it",
            takes=build_takes(_EXPLOITABILITY),
            class_name=f"{_HERE}.responses.exploitability_table:Exploitability",
            resumes=True,
            standard={_EXPLOITABILITY: {"variant": "classic"}},
            names={
                "love_letter-{}-exploitability": named(
                    "love_letter_{}", "best_response exploitability"
                )
            },
            accuracy="exact to 2e-12, or bounds",
        ),
        league_kind("love-letter"),
    ),
    names={
        "player": (
            "random strategic monte_carlo table table_discards monte_carlo_limit exploiter "
            "solution solution_discards lowest"
        ),
        "party": "random thumb certain reader",
        "variant": "classic hobbit big batman 2019 2019-tokens 2019-tokens-sole",
    },
    questions={
        "advise": f"{_HERE}.questions:advise",
        "match": f"{_HERE}.questions:match",
        "exact": f"{_HERE}.questions:exact",
        "exploit": f"{_HERE}.questions:exploit",
        "compare": f"{_HERE}.questions:compare",
        "players": f"{_HERE}.built_in_players:players",
        "editions": f"{_HERE}.questions:editions",
        "verify": f"{_HERE}.questions:verify",
        "league": f"{_HERE}.questions:league",
    },
    other_questions={
        name: f"{_HERE}.questions:{name}"
        for name in ("lookup", "solution", "beliefs", "outcomes", "advise_round")
    },
    warm_up=(
        "love-letter exact strategic random",
        "love-letter match strategic random -n 4",
        "build love-letter",
        "build love-letter --scoring discards",
        "love-letter match reader thumb random -n 2 --playouts 9",
        "love-letter advise --players 4 --dealt 1 --turns 'I draw 2' --playouts 9",
        "love-letter exploit strategic --deck 2,1,1,1,1,1,1,1",
        "love-letter match exploiter table -n 4 --deck 2,1,1,1,1,0,0,1",
        "love-letter exact monte_carlo_limit random --deck 2,1,1,1,1,1,1,1",
        "build love-letter-solution --deck 2,1,1,1,1,0,0,1 --iterations 1 && "
        "love-letter exact solution random --deck 2,1,1,1,1,0,0,1",
        "build love-letter-study --deck 2,1,1,1,1,0,0,1 && "
        "lookup 1 2 --deck 2,1,1,1,1,0,0,1 --beliefs random",
        "love-letter exploit random --within 0.05 --deck 2,1,1,1,1,0,0,1",
    ),
)
