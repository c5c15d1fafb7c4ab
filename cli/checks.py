"""Rows of a paper's check, and a count of the verdicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from llq.cli.output import Format, messages, print_rows

__all__ = ["print_checks"]


def print_checks(checks: Sequence[Any], form: Format, page: str) -> None:
    """Print a row a check, then how many came to which verdict.

    Parameters
    ----------
    page
        The page of the documentation that says why, without its ending.
    """
    print_rows([asdict(check) for check in checks], form)
    counted = Counter(str(check.verdict) for check in checks).most_common()
    messages.print(
        f"{len(checks)} checked: {', '.join(f'{verdict} {times}' for verdict, times in counted)}; "
        f"docs/{page}.md says more.",
        soft_wrap=True,
    )
