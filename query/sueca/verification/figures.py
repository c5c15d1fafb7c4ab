"""The thesis's printed numbers, their games and statistics.

The numbers themselves are those of ``tables/published``; ``figures.csv`` has what they mean. Suits
of a deal are named by who holds what, so Table 4.1's suits 0 … 3 are the trumps in turn.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.resources import files
from itertools import product

from llq.query.published_figures import published
from llq.query.sueca.verification import experiments
from llq.query.sueca.verification.statistics import Experiment, Statistic, combine, spread
from llq.query.sueca.verification.verdicts import Reading
from llq.solver.sueca.rules import TOTAL


@dataclass(frozen=True)
class Figure:
    """A printed number."""

    table: str
    row: str
    column: str
    printed: str
    of: tuple[Experiment, ...] = ()
    """The experiments that `statistic` is about."""
    statistic: Statistic | None = None
    reading: Reading = Reading.ROUNDED
    exact: float | None = None
    """Proven number, for figures without a simulation."""
    excuse: str = ""
    """Reason against comparing the number, empty if compared."""
    misprint: str = ""
    """Explanation of a misprint, otherwise empty."""
    note: str = ""


def table_figures() -> list[Figure]:
    """Return all tables' figures, in the thesis's order by chapter."""
    figures = [figure for figure in _cell_figures() if not figure.table.startswith("text")]
    for row in published("sueca_carreiro_2016_ch7"):
        figures += _chapter7_figures(row)
    return figures


def text_figures() -> list[Figure]:
    """Return the figures of running text, in the thesis's order."""
    return [figure for figure in _cell_figures() if figure.table.startswith("text")]


def _cell_figures() -> Iterator[Figure]:
    """Yield figures of all printed cells outside chapter 7.

    A line of ``figures.csv`` has how printed numbers of a table, row and column are to be read and
    the number of ours as text, in which ``{row}`` is the row's own name. A reading of ``exact`` is
    of a number that a proof gives, ``no`` of one that is not to be compared.
    """
    source = files(__package__).joinpath("figures.csv").read_text(encoding="utf-8")
    meanings = {
        (line["table"], line["row"], line["column"]): line
        for line in csv.DictReader(source.splitlines())
    }
    for cell in published("sueca_carreiro_2016_cells"):
        table, row, column = (cell[name] for name in ("table", "row", "column"))
        meaning = meanings.get((table, row, column)) or meanings[table, "*", column]
        reading, note = meaning["reading"], meaning["note"]
        number = meaning["number"].replace("{row}", row)
        figure = Figure(table, row, column, cell["value"])
        if reading == "exact":
            yield replace(figure, exact=float(number), note=note)
            continue
        if number:
            of, statistic = experiments.read_number(number)
            figure = replace(figure, of=of, statistic=statistic)
        if reading == "no":
            yield replace(figure, excuse=note)
        else:
            yield replace(figure, reading=Reading(reading or "rounded"), note=note)


def finding_figures() -> list[Figure]:
    """Return printed figures, each beside two readings."""
    return [*_compare_extra(), *_compare_seats(), *_compare_team_trumps()]


def _chapter7_figures(row: dict[str, str]) -> list[Figure]:
    """Return three figures of a chapter 7 row."""
    seats = row["north"], row["south"], row["team2_first"], row["team2_second"]
    case = "{} {} v {} {}".format(*seats)
    of = (experiments.chapter7(*seats),)
    misprints = {"sd"} if row["sd"] == "60.0" else set()
    if misprints and seats[:2] != seats[2:]:  # equal teams do score 60.0
        misprints |= {"score_ns", "score_ew"}
    misprint = "the row reads 60.0 throughout; Table 7.3 has its mirror"
    note = "MC sees all hands" if "MC" in seats else ""
    statistics = (("score_ns", combine()), ("score_ew", combine((-1,), TOTAL)), ("sd", spread))
    return [
        Figure(
            row["table"],
            case,
            name,
            row[name],
            of,
            statistic,
            misprint=misprint if name in misprints else "",
            note=note,
        )
        for name, statistic in statistics
    ]


def _compare_extra() -> list[Figure]:
    """Return the published Extra beside three readings: peeking, and two honest ones."""
    case = "Extra with 50 shuffles of 2, among random players (6.2)"
    readings = (
        (experiments.EXTRA, "sees all hands", "what the thesis's program must have done"),
        (experiments.HONEST[0], "draws hands for each card", "what its text says"),
        (
            experiments.HONEST[1],
            "draws hands for all cards",
            "what its text says, with every card on the same hands",
        ),
    )
    return [
        Figure(
            "finding", case, name, "72.72", (experiments.one_player(player),), combine(), note=note
        )
        for player, name, note in readings
    ]


def _compare_team_trumps() -> list[Figure]:
    """Return Table 4.6 averages, with trumps split uniformly or by coins.

    All deals alike, partners share ten trumps 5 and 5 or so; coins leave one of them most trumps
    more often, and those win more.
    """
    printed = {
        row["row"]: row["value"]
        for row in published("sueca_carreiro_2016_cells")
        if (row["table"], row["column"]) == ("4.6", "average")
    }
    readings = (
        ("all deals alike", False, "as North and South's cards would fall"),
        ("each trump to either partner by a coin", True, "as the thesis's must have been"),
    )
    return [
        Figure(
            "finding",
            f"a team's {count} trumps, average (4.6)",
            name,
            printed[str(count)],
            (replace(dealt, dealing=replace(dealt.dealing, coins=by_coins)),),
            combine(),
            Reading.ROUNDED_OR_CUT,
            note=note,
        )
        for count in (10, 9, 1, 0)
        for dealt in experiments.read_experiments(f"random, {count} team trumps")
        for name, by_coins, note in readings
    ]


def _compare_seats() -> list[Figure]:
    """Return figures that reveal the other team's seat order in its columns.

    Over all 16 teams and 3 partners of MC: the team's score with MC first less that with MC second.
    """
    rows = {
        (row["north"], row["south"], row["team2_first"], row["team2_second"]): row["score_ns"]
        for row in published("sueca_carreiro_2016_ch7")[: len(experiments.TEAMS) ** 2]
    }
    cases = list(product(experiments.LETTERS, experiments.LETTERS, ("R", "T", "A")))
    printed = sum(
        float(rows[north, south, "MC", other]) - float(rows[north, south, other, "MC"])
        for north, south, other in cases
    ) / len(cases)
    of = [
        experiments.chapter7(north, south, *pair)
        for north, south, other in cases
        for pair in (("MC", other), (other, "MC"))
    ]
    weight = 1 / len(cases)
    return [
        Figure(
            "finding",
            "MC first less MC second in the other team, mean of 48 (7.1 to 7.16)",
            f"first is {seat}",
            f"{printed:.2f}",
            tuple(of),
            combine([sign * weight, -sign * weight] * len(cases)),
            note="North leads; then West, South, East",
        )
        for seat, sign in (("West", 1), ("East", -1))
    ]
