"""``llq build love-letter`` and ``llq build love-letter-study``."""

from __future__ import annotations

from typing import Annotated

import typer

from llq.cli.leagues import add_league_build
from llq.cli.love_letter.options import DeckOption, ScoringOption, VariantOption
from llq.cli.options import FolderOption, ThreadsOption
from llq.cli.tables.build_commands import Build, build_command
from llq.cli.tables.builds import with_tables
from llq.query.love_letter.notation import chosen_rules
from llq.query.tables.build_times import build_takes
from llq.solver.love_letter.rules import Scoring
from llq.solver.love_letter.solution.learning_options import ITERATIONS, LEAST_REACH, MEMORIES

build_app = typer.Typer()


@build_command(build_app, "love-letter", is_in_blocks=False)
def build_table_command(
    variant: VariantOption = None, deck: DeckOption = None, scoring: ScoringOption = Scoring.HALF
) -> Build:
    """Solve a variant of two-player Love Letter and write its table.

    For example:

      llq build love-letter

      llq build love-letter --scoring discards

      llq build love-letter --variant hobbit --folder /tmp/tables
    """
    from llq.query.love_letter.table.table import Table
    from llq.query.love_letter.variant_tables import solving_cost

    rules = chosen_rules(variant, deck)
    Table.make_spec(rules.variant, scoring)  # refuses what is not solved by this scoring
    options = {"variant": rules.variant, "scoring": scoring}
    return Build(f"Solving {rules.variant} Love Letter", options, solving_cost(rules, scoring))


@build_command(build_app, "love-letter-openings", is_in_blocks=False)
def build_openings_command(
    variant: VariantOption = None, deck: DeckOption = None, scoring: ScoringOption = Scoring.HALF
) -> Build:
    """Solve a variant, by default 2019, and write every first-turn play.

    On two cores that of 2019 takes {takes}. By discards the variant is the classic one by default,
    and the table also says what a lead in discards is worth.

    For example:

      llq build love-letter-openings

      llq build love-letter-openings --edition 2019-tokens --folder /tmp/tables

      llq build love-letter-openings --scoring discards
    """
    from llq.query.love_letter.table.openings import OpeningsTable

    usual = None if deck or scoring == Scoring.DISCARDS else "2019"
    rules = chosen_rules(variant or usual, deck)
    options = {"variant": rules.variant, "scoring": scoring}
    OpeningsTable.make_spec(**options)
    return Build(f"Solving {rules.variant} Love Letter", options)


@build_command(build_app, "love-letter-policy", is_in_blocks=False)
def build_policy_command(variant: VariantOption = None) -> Build:
    """Solve a variant, by default 2019, and write its policy.

    On two cores that of 2019 takes {takes}. Players and engines play from it.

    For example:

      llq build love-letter-policy

      llq build love-letter-policy --edition 2019-tokens --folder /tmp/tables
    """
    from llq.query.love_letter.table.policy import PolicyTable

    rules = chosen_rules(variant or "2019", None)
    PolicyTable.make_spec(rules.variant)
    return Build(f"Solving {rules.variant} Love Letter", {"variant": rules.variant})


@build_command(build_app, "love-letter-study", hobbit=build_takes("love_letter-hobbit-study"))
def build_study_command(
    variant: VariantOption = None,
    deck: DeckOption = None,
    folder: FolderOption = None,
    threads: ThreadsOption = 2,
) -> Build:
    """Compute every match of two players exactly, and the turns of Table against itself.

    On two cores the study of the classic deck takes {takes}, that of Hobbit
    {hobbit}.

    For example:

      llq build love-letter-study

      llq build love-letter-study --variant hobbit

      llq build love-letter-study --on tcp://10.0.0.1:8786
    """
    from llq.query.love_letter.exact.study_table import studied_deals
    from llq.query.love_letter.table.table import open_table
    from llq.store.locate import writable_folder

    rules = chosen_rules(variant, deck)
    studied_deals(rules.variant)  # what cannot be studied is refused before its table is built
    writable_folder(folder)  # and so is a folder that takes no file
    with_tables(lambda: open_table(rules.variant), threads)
    label = f"Computing the study of {rules.variant} Love Letter"
    takes = build_takes(f"love_letter-{rules.variant}-study") or "minutes, up to 8 GB"
    return Build(label, {"variant": rules.variant}, takes)


@build_command(build_app, "love-letter-solution", is_in_blocks=False)
def build_solution_command(
    variant: VariantOption = None,
    deck: DeckOption = None,
    face_up: Annotated[
        int, typer.Option(help="Cards laid face up first: 0, or 3 by the official rule.")
    ] = 0,
    scoring: ScoringOption = Scoring.HALF,
    memory: Annotated[
        str | None,
        typer.Option(
            help="What is remembered: "
            + ", ".join(MEMORIES)
            + ". By default last-two-actions, by discards last-action."
        ),
    ] = None,
    iterations: Annotated[int, typer.Option(min=1, help="Iterations of learning.")] = ITERATIONS,
    least_reach: Annotated[
        float,
        typer.Option(
            help="Situations rarer than this are kept without memory; 0 keeps all of them."
        ),
    ] = LEAST_REACH,
) -> Build:
    """Learn a mixed policy with a memory of public actions, and write its table.

    On two cores the whole deck takes {takes}; an interrupted build resumes.

    For example:

      llq build love-letter-solution

      llq build love-letter-solution --face-up 3

      llq build love-letter-solution --scoring discards

      llq build love-letter-solution --deck 2,1,1,1,1,1,1,1 --memory last-action
    """
    rules = chosen_rules(variant, deck)
    options = {
        "variant": rules.variant,
        "face_up": face_up,
        "scoring": scoring,
        "memory": memory,
        "iterations": iterations,
        "least_reach": least_reach,
    }
    return Build(f"Learning {rules.variant} Love Letter", options)


@build_command(build_app, "love-letter-exploitability")
def build_exploitability_command(
    variant: VariantOption = None, deck: DeckOption = None, threads: ThreadsOption = 2
) -> Build:
    """Compute each player's exploitability; Random and the solution get bounds.

        On two cores the whole deck takes {takes}; an interrupted build resumes.

    For example:

      llq build love-letter-exploitability

      llq build love-letter-exploitability --deck 2,1,1,1,1,1,0,1
    """
    from llq.query.love_letter.responses.exploitability_table import Exploitability
    from llq.query.love_letter.solution.table import open_solution
    from llq.query.love_letter.table.table import open_table

    rules = chosen_rules(variant, deck)
    Exploitability.make_spec(rules.variant)  # refused before its table is built
    with_tables(lambda: open_table(rules.variant), threads)
    with_tables(lambda: open_solution(rules.variant), threads, unasked=True)
    label = f"Computing best responses of {rules.variant} Love Letter"
    return Build(label, {"variant": rules.variant})


add_league_build(build_app, "love-letter", "table,random")
