"""Builds of Love Letter: tables of a variant, and leagues."""

from functools import partial
from typing import Annotated, Any

from llq.query.league.questions import league_plan
from llq.query.love_letter.inputs import Deck, ScoringName, Variant
from llq.query.love_letter.notation import chosen_rules
from llq.query.questions import Input, question
from llq.query.tables.build_plans import Build
from llq.query.tables.build_times import build_takes
from llq.solver.love_letter.rules import Scoring
from llq.solver.love_letter.solution.learning_options import ITERATIONS, LEAST_REACH, MEMORIES

FaceUp = Annotated[int, Input("Cards laid face up first: 0, or 3 by the official rule.")]
Memory = Annotated[
    str,
    Input(
        f"What is remembered: {', '.join(MEMORIES)}. By default last-two-actions, by discards "
        "last-action."
    ),
]
Iterations = Annotated[int, Input("Iterations of learning.", low=1)]
LeastReach = Annotated[
    float, Input("Situations rarer than this are kept without memory; 0 keeps all of them.")
]

plan_league = league_plan("love-letter", "table,random")


@question(examples=("--scoring discards", "--variant hobbit --folder /tmp/tables"))
def plan_table(
    variant: Variant | None = None, deck: Deck | None = None, scoring: ScoringName = Scoring.HALF
) -> Build:
    """Solve a variant of two-player Love Letter and write its table."""
    from llq.query.love_letter.table.table import Table
    from llq.query.love_letter.variant_tables import solving_cost

    rules = chosen_rules(variant, deck)
    options: Any = {"variant": rules.variant, "scoring": Scoring(scoring)}
    Table.make_spec(**options)  # refuses what is not solved by this scoring
    takes = solving_cost(rules, options["scoring"])
    return Build(f"Solving {rules.variant} Love Letter", options, takes)


@question(examples=("--edition 2019-tokens --folder /tmp/tables", "--scoring discards"))
def plan_openings(
    variant: Variant | None = None, deck: Deck | None = None, scoring: ScoringName = Scoring.HALF
) -> Build:
    """Solve a variant, by default 2019, and write every first-turn play.

    On two cores that of 2019 takes {takes}. By discards the variant is the
    classic one by default, and the table also says what a lead in discards is worth.
    """
    from llq.query.love_letter.table.openings import OpeningsTable

    usual = None if deck or scoring == Scoring.DISCARDS else "2019"
    rules = chosen_rules(variant or usual, deck)
    options: Any = {"variant": rules.variant, "scoring": Scoring(scoring)}
    OpeningsTable.make_spec(**options)
    return Build(f"Solving {rules.variant} Love Letter", options)


@question(examples=("--edition 2019-tokens --folder /tmp/tables",))
def plan_policy(variant: Variant | None = None) -> Build:
    """Solve a variant, by default 2019, and write its policy.

    On two cores that of 2019 takes {takes}. Players and engines play from it.
    """
    from llq.query.love_letter.table.policy import PolicyTable

    rules = chosen_rules(variant or "2019")
    PolicyTable.make_spec(rules.variant)
    return Build(f"Solving {rules.variant} Love Letter", {"variant": rules.variant})


@question(examples=("--variant hobbit", "--on tcp://10.0.0.1:8786"), is_long=True)
def plan_study(variant: Variant | None = None, deck: Deck | None = None) -> Build:
    """Compute every match of two players exactly, and the turns of Table against itself.

    On two cores the study of the classic deck takes {takes}, that of Hobbit
    {love_letter-hobbit-study}.
    """
    from llq.query.love_letter.exact.study_table import studied_deals
    from llq.query.love_letter.table.table import open_table

    rules = chosen_rules(variant, deck)
    studied_deals(rules.variant)  # what cannot be studied is refused before its table is built
    label = f"Computing the study of {rules.variant} Love Letter"
    takes = build_takes(f"love_letter-{rules.variant}-study") or "minutes, up to 8 GB"
    needs = (partial(open_table, rules.variant),)
    return Build(label, {"variant": rules.variant}, takes, needs=needs)


@question(
    examples=("--face-up 3", "--scoring discards", "--deck 2,1,1,1,1,1,1,1 --memory last-action")
)
def plan_solution(
    variant: Variant | None = None,
    deck: Deck | None = None,
    face_up: FaceUp = 0,
    scoring: ScoringName = Scoring.HALF,
    memory: Memory | None = None,
    iterations: Iterations = ITERATIONS,
    least_reach: LeastReach = LEAST_REACH,
) -> Build:
    """Learn a mixed policy with a memory of public actions, and write its table.

    On two cores the whole deck takes {takes}.
    """
    rules = chosen_rules(variant, deck)
    options = {
        "variant": rules.variant, "face_up": face_up, "scoring": Scoring(scoring),
        "memory": memory, "iterations": iterations, "least_reach": least_reach,
    }  # fmt: skip
    return Build(f"Learning {rules.variant} Love Letter", options)


@question(examples=("--deck 2,1,1,1,1,1,0,1",), is_long=True)
def plan_exploitability(variant: Variant | None = None, deck: Deck | None = None) -> Build:
    """Compute each player's exploitability; Random and the solution get bounds.

    On two cores the whole deck takes {takes}.
    """
    from llq.query.love_letter.responses.exploitability_table import Exploitability
    from llq.query.love_letter.solution.table import open_solution
    from llq.query.love_letter.table.table import open_table

    rules = chosen_rules(variant, deck)
    Exploitability.make_spec(rules.variant)  # refused before its table is built
    label = f"Computing best responses of {rules.variant} Love Letter"
    return Build(
        label,
        {"variant": rules.variant},
        needs=(partial(open_table, rules.variant), partial(open_solution, rules.variant)),
    )
