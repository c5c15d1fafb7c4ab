"""Love Letter's tables as commands need them: built first where they are missing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from llq.cli.tables.builds import open_or_build
from llq.query.tables.build_times import build_takes
from llq.solver.love_letter.rules import Rules, Scoring

if TYPE_CHECKING:  # a lookup loads no study
    from llq.query.love_letter.exact.study_table import Study
    from llq.query.love_letter.solution.table import Solution
    from llq.query.love_letter.table.policy import PolicyTable
    from llq.query.love_letter.table.table import Table

_LARGE_STATES = 4_000_000

Answer = TypeVar("Answer")


def with_table(
    rules: Rules,
    ask: Callable[[], Answer],
    *,
    scoring: str = Scoring.HALF,
    threads: int = 2,
) -> Answer:
    """Return a table's answer to a question, after building the table if it is missing."""
    scored = "" if scoring == Scoring.HALF else f" scored by {scoring}"
    return open_or_build(
        "love-letter",
        ask,
        what=f"table of {rules.variant} Love Letter{scored}",
        takes=lambda: solving_takes(rules, Scoring(scoring)) or "a few seconds",
        threads=threads,
        variant=rules.variant,
        scoring=scoring,
    )


def table_or_build(rules: Rules, scoring: str = Scoring.HALF, *, threads: int = 2) -> Table:
    """Return a table, built first if it is missing."""
    from llq.query.love_letter.table.table import open_table

    return with_table(
        rules,
        lambda: open_table(rules.variant, scoring=scoring),
        scoring=scoring,
        threads=threads,
    )


def policy_or_build(rules: Rules, *, threads: int = 2) -> PolicyTable:
    """Return a variant's policy, built first if it is missing."""
    from llq.query.love_letter.table.policy import open_policy

    return open_or_build(
        "love-letter-policy",
        lambda: open_policy(rules.variant),
        what=f"policy of {rules.variant} Love Letter",
        takes=lambda: solving_takes(rules, Scoring.HALF) or "a few seconds",
        threads=threads,
        variant=rules.variant,
    )


def solution_or_build(rules: Rules, *, threads: int) -> Solution:
    """Return a solution, built first if it is missing."""
    from llq.query.love_letter.solution.table import open_solution

    return open_or_build(
        "love-letter-solution",
        lambda: open_solution(rules.variant),
        what=f"solution of {rules.variant} Love Letter",
        threads=threads,
        variant=rules.variant,
    )


def with_study(rules: Rules, *, threads: int = 2) -> Study:
    """Return a variant's study, built first, with its table, if it is missing."""
    from llq.errors import TableMissing
    from llq.query.love_letter.exact.study_build import studied_deals
    from llq.query.love_letter.exact.study_table import open_study

    try:
        return open_study(rules.variant)
    except TableMissing:
        studied_deals(rules.variant)
        table_or_build(rules, threads=threads)
    return open_or_build(
        "love-letter-study",
        lambda: open_study(rules.variant),
        what=f"study of {rules.variant} Love Letter",
        takes=study_takes(rules),
        threads=threads,
        variant=rules.variant,
    )


def solving_takes(rules: Rules, scoring: Scoring) -> str:
    """Return what solving a large variant takes; nothing for one that takes a few seconds.

    Raises
    ------
    DeckTooLarge
        The variant is too large to solve.
    """
    from llq.solver.love_letter.table.size import check_size, memory_estimate

    check_size(rules, scoring)
    estimate = memory_estimate(rules, scoring)
    return str(estimate) if estimate.states > _LARGE_STATES else ""


def study_takes(rules: Rules) -> str:
    """Return what computing a variant's study takes."""
    return build_takes(f"love_letter-{rules.variant}-study") or "minutes, up to 8 GB"
