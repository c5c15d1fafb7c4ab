"""Printing a paper's checks: verdict counts, and rows of deviating checks."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields
from typing import Any

from llq.cli.output.printing import Format, messages, print_rows, print_text, stdout
from llq.query.checks import Check, Checks, Verdict

_LEAST = 1e-3
"""Figures smaller than this print with six decimals, to stay narrow."""

_NAMES = [field.name for field in fields(Check)]

_SETTLED = {Verdict.AGREES, Verdict.EXTREME, Verdict.HOLDS, Verdict.NOT_COMPARABLE, Verdict.OPEN}
"""Verdicts counted but not listed by default."""


def print_checks(result: Checks, form: Format) -> None:
    """Print a paper's checks: verdict counts per table and each deviating check, or all as data."""
    checks = [*result.checks]
    is_summary = form is Format.table and not result.only and not result.every
    verdicts = {*Verdict} - _SETTLED if is_summary else result.only or {*Verdict}
    selection = [check for check in checks if check.verdict in verdicts]
    if form is Format.table:
        with stdout.paged():
            if is_summary:
                print_rows(list(_counts(checks)), form, as_given=True)
            figures = [check for check in selection if check.published is not None]
            claims = [check for check in selection if check.published is None]
            for group in filter(None, (figures, claims)):
                _print_table(group)
    else:
        print_rows([asdict(check) for check in selection], form, columns=_NAMES)
    counts = Counter(str(check.verdict) for check in checks).most_common()
    summary = ", ".join(f"{verdict} {number}" for verdict, number in counts)
    messages.print(f"{len(checks)} checked: {summary}.")
    hint = "--all shows every row; " if is_summary else ""
    messages.print(f"{hint}llq help {result.page} explains the verdicts.")


def _counts(checks: Sequence[Check]) -> Iterator[dict[str, str | int | None]]:
    """Yield verdict counts per table of the paper, then for all tables together."""
    verdicts = [verdict for verdict in Verdict if any(check.verdict == verdict for check in checks)]
    places: dict[str, Counter[str]] = {}
    for check in checks:
        place = "text" if check.place.startswith("text ") else check.place
        places.setdefault(place, Counter())[check.verdict] += 1
    total = Counter(check.verdict for check in checks)
    for place, counts in [*places.items(), ("all", total)]:
        numbers = {str(verdict): counts[verdict] or None for verdict in verdicts}
        yield {"place": place, "checked": counts.total(), **numbers}


def _print_table(checks: Sequence[Check]) -> None:
    """Print a row per check, with numbered notes below."""
    rows = [asdict(check) for check in checks]
    if any(isinstance(row["ours"], str) for row in rows):
        # A column with words in it cannot align its figures: texts, and errors by z alone.
        rows = [_as_texts(row) for row in rows]
    notes = list(dict.fromkeys(row["note"] for row in rows if row["note"]))
    for row in rows:
        row["z"] = None if row["z"] is None else round(row["z"], 2)
        row["note"] = notes.index(row["note"]) + 1 if row["note"] else None
    names = [name for name in _NAMES if any(row[name] not in (None, "") for row in rows)]
    print_text()
    print_rows(rows, Format.table, columns=names)
    for number, note in enumerate(notes, start=1):
        print_text(f"{number}  {note}")


def _as_texts(row: dict[str, Any]) -> dict[str, Any]:
    texts = {
        name: f"{row[name]:.6g}" if abs(row[name]) >= _LEAST else f"{row[name]:.6f}"
        for name in ("published", "ours")
        if isinstance(row[name], float)
    }
    return row | texts | {"standard_error": None}
