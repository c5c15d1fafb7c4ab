"""Printed results: panel or table, complete JSON, or CSV."""

import json
from collections.abc import Sequence
from typing import Any

from llq.cli.checks import print_checks
from llq.cli.output.answer_panels import print_answer
from llq.cli.output.columns import SETTINGS
from llq.cli.output.printing import Format, print_rows, print_text
from llq.query.answers import Answer
from llq.query.checks import Checks
from llq.query.results import Listed, Result


def print_result(result: Any, form: Format) -> None:
    """Print an answer, checks, results, or an object with `to_dict`."""
    if isinstance(result, Answer):
        print_answer(result, form)
        return
    if isinstance(result, Checks):
        print_checks(result, form)
        return
    parts = result if isinstance(result, Sequence) else (result,)
    results = [part if isinstance(part, Result) else Listed(part.to_dict()) for part in parts]
    if form is Format.json:
        plain = [row for part in results for row in part.plain_rows()]
        if isinstance(result, Result) and not result.is_row:
            print(json.dumps(plain[0], indent=2))
        else:
            print_rows(plain, form)
        return
    first = results[0] if results else Result()
    if form is Format.table and first.text:
        print(first.text)
        return
    if form is Format.table and first.before:
        print_result(first.before, form)
    laid_out = form is Format.table and first.shown() is not None
    rows = [row for part in results for row in ((laid_out and part.shown()) or part.records())]
    hidden = () if laid_out or form is Format.csv else first.derived
    rows = [{name: value for name, value in row.items() if name not in hidden} for row in rows]
    print_rows(
        rows,
        form,
        title=first.title,
        settings=first.settings or SETTINGS,
        as_given=laid_out and first.is_laid_out,
    )
    for line in first.remarks if laid_out else ():
        print_text(line)
