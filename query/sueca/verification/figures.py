"""The thesis's printed numbers, their games and statistics.

The numbers themselves are those of ``tables/published``; ``figures.csv`` has what they mean. Suits
of a deal are named by who holds what, so Table 4.1's suits 0 … 3 are the trumps in turn.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.resources import files
from operator import itemgetter

from llq.query.checks import Verdict
from llq.query.published_figures import published
from llq.query.sueca.verification.experiments import read_number
from llq.query.sueca.verification.statistics import Experiment, Statistic
from llq.query.sueca.verification.verdicts import Reading
from llq.solver.sueca.rules import TOTAL_POINTS

_MISPRINT = "the row reads 60.0 throughout; Table 7.3 has its mirror"


@dataclass(frozen=True)
class Figure:
    """A printed number."""

    table: str
    row: str
    column: str
    printed: str
    experiments: tuple[Experiment, ...] = ()
    """The experiments that `statistic` is about."""
    statistic: Statistic | None = None
    reading: Reading = Reading.ROUNDED
    exact: float | None = None
    """Proven number, for figures without a simulation."""
    verdict: Verdict | None = None
    """``NOT_COMPARABLE`` or ``MISPRINT``, for the reason in ``note``; None if compared."""
    note: str = ""


def printed_figures() -> list[Figure]:
    """Return all tables' figures, in the thesis's order by chapter, then those of running text."""
    figures = [*_cell_figures()]
    for row in published("sueca_carreiro_2016_ch7"):
        figures += _chapter7_figures(row)
    return sorted(figures, key=lambda figure: figure.table.startswith("text"))


def finding_figures() -> list[Figure]:
    """Return printed figures, each beside two or three readings, as ``findings.csv`` has them."""
    return [
        Figure(
            "finding",
            line["row"],
            line["column"],
            line["printed"],
            *read_number(line["number"]),
            Reading(line["reading"]),
            note=line["note"],
        )
        for line in _read_csv("findings.csv")
    ]


def _cell_figures() -> Iterator[Figure]:
    """Yield figures of all printed cells outside chapter 7.

    A line of ``figures.csv`` has how printed numbers of a table, row and column are to be read and
    the number of ours as text, in which ``{row}`` is the row's own name. A reading of ``exact`` is
    of a number that a proof gives, ``no`` of one that is not to be compared.
    """
    place_of = itemgetter("table", "row", "column")
    meanings = {place_of(line): line for line in _read_csv("figures.csv")}
    for cell in published("sueca_carreiro_2016_cells"):
        table, row, column = place_of(cell)
        meaning = meanings.get((table, row, column)) or meanings[table, "*", column]
        reading, note = meaning["reading"], meaning["note"]
        number = meaning["number"].replace("{row}", row)
        figure = Figure(table, row, column, cell["value"])
        if reading == "exact":
            yield replace(figure, exact=float(number), note=note)
            continue
        if number:
            experiments, statistic = read_number(number)
            figure = replace(figure, experiments=experiments, statistic=statistic)
        if reading == "no":
            yield replace(figure, verdict=Verdict.NOT_COMPARABLE, note=note)
        else:
            yield replace(figure, reading=Reading(reading or "rounded"), note=note)


def _chapter7_figures(row: dict[str, str]) -> list[Figure]:
    seats = row["north"], row["south"], row["team2_first"], row["team2_second"]
    case = "{} {} v {} {}".format(*seats)
    misprints = {"sd"} if row["sd"] == "60.0" else set()
    if misprints and seats[:2] != seats[2:]:  # equal teams do score 60.0
        misprints |= {"score_ns", "score_ew"}
    note = "MC sees all hands" if "MC" in seats else ""
    numbers = {
        "score_ns": f"[{case}]",
        "score_ew": f"-[{case}] + {TOTAL_POINTS}",
        "sd": f"deviation [{case}]",
    }
    return [
        Figure(
            row["table"],
            case,
            name,
            row[name],
            *read_number(number),
            verdict=Verdict.MISPRINT if name in misprints else None,
            note=_MISPRINT if name in misprints else note,
        )
        for name, number in numbers.items()
    ]


def _read_csv(name: str) -> Iterator[dict[str, str]]:
    """Return the lines of a file of this folder, by column."""
    source = files(__package__).joinpath(name).read_text(encoding="utf-8")
    return csv.DictReader(source.splitlines())
