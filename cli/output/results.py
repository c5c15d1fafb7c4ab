"""Printed results: panel or table, complete JSON, or CSV."""

import json
from collections.abc import Sequence
from typing import Any

from llq.cli.output.answer_panels import print_answer
from llq.cli.output.checks import print_checks
from llq.cli.output.columns import SETTINGS
from llq.cli.output.printing import Format, print_rows, print_text
from llq.query.answers import Answer
from llq.query.checks import Checks
from llq.query.results import Result, RowResult


def print_result(result: Any, form: Format) -> None:
    """Print an answer, checks, results, or an object with `to_dict`."""
    if isinstance(result, Answer):
        print_answer(result, form)
        return
    if isinstance(result, Checks):
        print_checks(result, form)
        return
    parts = result if isinstance(result, Sequence) else (result,)
    results = [part if isinstance(part, Result) else RowResult(part.to_dict()) for part in parts]
    if form is Format.table:
        _print_table(results)
    elif form is Format.csv:
        print_rows([row for part in results for row in part.records()], form)
    elif isinstance(result, Result) and not result.is_row:
        print(json.dumps(result.plain_rows()[0], indent=2))
    else:
        print_rows([row for part in results for row in part.plain_rows()], form)


def _print_table(results: Sequence[Result]) -> None:
    """Print results of one kind as the first lays them out: text, or a table and remarks."""
    first = results[0] if results else Result()
    if first.text:
        print(first.text)
        return
    if first.before:
        print_result(first.before, Format.table)
    is_shown = first.shown() is not None
    rows = [row for part in results for row in ((is_shown and part.shown()) or part.records())]
    if not is_shown:
        rows = [{name: row[name] for name in row if name not in first.derived} for row in rows]
    print_rows(
        rows,
        Format.table,
        title=first.title,
        settings=first.settings or SETTINGS,
        as_given=is_shown and first.is_laid_out,
    )
    for line in first.remarks if is_shown else ():
        print_text(line)
