"""Rows of a paper's check, and a count of the verdicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer

from llq.cli.output import Format, messages, print_rows
from llq.query.checks import Verdict

__all__ = ["OnlyOption", "print_checks"]

OnlyOption = Annotated[
    list[Verdict] | None,
    typer.Option("--only", help="Show the rows of this verdict only; may be repeated."),
]


def print_checks(
    checks: Sequence[Any], form: Format, page: str, only: Collection[str] | None = None
) -> None:
    """Print a row a check, then how many came to which verdict.

    Parameters
    ----------
    only
        Verdicts whose rows are printed; by default all. All checks are counted.
    page
        The page of the documentation that says why, without its ending.
    """
    rows = [asdict(check) for check in checks]
    wanted = [row for row in rows if not only or row["verdict"] in only]
    print_rows(wanted, form, columns=list(rows[0]) if rows else ())
    counted = Counter(str(check.verdict) for check in checks).most_common()
    messages.print(
        f"{len(checks)} checked: {', '.join(f'{verdict} {times}' for verdict, times in counted)}; "
        f"docs/{page}.md says more.",
        soft_wrap=True,
    )
