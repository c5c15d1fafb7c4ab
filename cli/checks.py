"""The rows of a check of a paper, and a count of the verdicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer

from llq.cli.output.printing import Format, messages, print_rows
from llq.query.checks import Check, Verdict

_LEAST = 1e-3
"""A smaller figure than this has six decimals: all its digits would be wider."""

OnlyOption = Annotated[
    list[Verdict] | None,
    typer.Option("--only", help="Show only the rows with this verdict; may be repeated."),
]

AgainOption = Annotated[
    bool, typer.Option("--again", help="Play again, even if results of an earlier run are kept.")
]


def kept_or_made(
    root: str,
    settings: Mapping[str, int | str],
    make: Callable[[], Iterable[Check]],
    *,
    again: bool,
) -> Sequence[Check]:
    """Return the checks kept by an earlier run, with a message, or make and keep them.

    Parameters
    ----------
    root, settings
        As `llq.query.check_cache.find_checks` takes them.
    again
        Whether to make them in any case.
    """
    from llq.query.check_cache import find_checks, keep_checks

    if not again and (kept := find_checks(root, settings)):
        messages.print(f"Kept from the run of {kept.created[:10]}; --again plays again.")
        return kept.checks
    checks = list(make())
    keep_checks(root, settings, checks)
    return checks


def print_checks(
    checks: Sequence[Any], form: Format, page: str, only: Collection[str] | None = None
) -> None:
    """Print a row for each check, then the number of checks for each verdict.

    Parameters
    ----------
    only
        The verdicts whose rows are printed; by default all. All checks are counted.
    page
        The page of the documentation that explains the verdicts, without its suffix.
    """
    rows = [asdict(check) for check in checks]
    wanted = [row for row in rows if not only or row["verdict"] in only]
    names = list(rows[0]) if rows else []
    if form is Format.table and any(isinstance(row["ours"], str) for row in wanted):
        # Figures and actions in one column fold as texts; errors are in JSON and CSV, and in z.
        names.remove("standard_error")
        wanted = [_as_texts(row) for row in wanted]
    print_rows(wanted, form, columns=names)
    counted = Counter(str(check.verdict) for check in checks).most_common()
    messages.print(
        f"{len(checks)} checked: {', '.join(f'{verdict} {times}' for verdict, times in counted)}; "
        f"docs/{page}.md says more."
    )


def _as_texts(row: dict[str, Any]) -> dict[str, Any]:
    """Return a check with its figures as texts."""
    texts = {
        name: f"{row[name]:.6g}" if abs(row[name]) >= _LEAST else f"{row[name]:.6f}"
        for name in ("published", "ours")
        if isinstance(row[name], float)
    }
    return row | texts | {"z": None if row["z"] is None else f"{row['z']:.2f}"}
