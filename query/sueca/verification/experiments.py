"""Figures of the thesis's tables, with the games that each is about and the statistic of them.

The printed numbers are those of ``tables/published``; this module has their meaning. Suits of
a deal are named by who holds what, so Table 4.1's suits 0 … 3 are the trumps in turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from llq.query.published_figures import published
from llq.query.sueca.verification.statistics import (
    Experiment,
    Statistic,
    combine,
    highest,
    lowest,
    minutes,
    spread,
    team_of,
    truth,
)
from llq.query.sueca.verification.verdicts import Reading
from llq.solver.sueca.matches.deals import (
    Deals,
    team_points,
    team_suits,
    team_trumps,
    trumps,
    trumps_but,
)
from llq.solver.sueca.rules import RANK_SYMBOLS, TOTAL, TrumpFrom

EXTRA = "mc_peek:50x2"
"""The thesis's Extra: its numbers are those of a player that sees all hands."""
HONEST = ("mc_extra_apart:50x2", "mc_extra:50x2")
"""The same player on drawn hands: for each card, and the same for all cards."""
NORMAL, AVERAGE = "mc_normal:100", "mc_average:100"
LETTERS = {"R": "random", "MC": EXTRA, "T": "obligated_trump", "A": "always_high"}
POINT_RANGES = [(low, low + 10) for low in range(110, -1, -10)]

_RANDOM = LETTERS["R"]
_ANY = Deals()
_CUT, _ROUNDED = Reading.ROUNDED_OR_CUT, Reading.ROUNDED
_DECK = ((8, 3, 4, 5), (3, 8, 4, 5), (4, 8, 3, 5), (5, 8, 3, 4))
"""Table 4.2: North and South's trumps and other suits where suit 0 … 3 is trump."""


@dataclass(frozen=True)
class Figure:
    """One printed number.

    Parameters
    ----------
    of
        The experiments that `statistic` is about.
    exact
        The number where a proof gives it and no game is needed.
    excuse
        Why the number is not to be compared; empty where it is.
    misprint
        Why it cannot be what was meant; empty where it can.
    """

    table: str
    row: str
    column: str
    printed: str
    of: tuple[Experiment, ...] = ()
    statistic: Statistic | None = None
    reading: Reading = _ROUNDED
    exact: float | None = None
    excuse: str = ""
    misprint: str = ""
    note: str = ""


def one_player(name: str, partner: str = _RANDOM, dealing: Deals = _ANY) -> Experiment:
    """Return the games of North, by default the only player that is not random."""
    return Experiment((name, _RANDOM, partner, _RANDOM), dealing)


def two_players(name: str) -> Experiment:
    """Return the games of North and South, both the same, against random players."""
    return one_player(name, name)


def with_trumps(held: int) -> Experiment:
    """Return random games in which North has exactly ``held`` trumps."""
    return one_player(_RANDOM, dealing=Deals(trumps(held)))


def with_team_trumps(held: int) -> Experiment:
    """Return random games in which North and South have exactly ``held`` trumps."""
    return one_player(_RANDOM, dealing=Deals(team_trumps(held)))


def with_points(least: int, most: int, name: str = _RANDOM) -> Experiment:
    """Return games in which North and South were dealt points in a range."""
    return one_player(name, dealing=_point_deals(least, most))


@cache
def _point_deals(least: int, most: int) -> Deals:
    """Return deals by a team's points, of which there are thousands of kinds to list."""
    return Deals(team_points(least, most))


def dealer_shows(seat: int) -> Experiment:
    """Return random games with the trump from a dealer's card, North leading."""
    return one_player(_RANDOM, dealing=Deals(trump_from=TrumpFrom.FIRST, dealer=seat))


def fixed_suits(trump: int, leader: int) -> Experiment:
    """Return random games on deals with the suits of Table 4.2."""
    return one_player(_RANDOM, dealing=Deals(team_suits(_DECK[trump]), leader=leader))


def shuffling(limit: int, new: bool = False) -> Experiment:
    """Return games of one player that shuffles up to a limit, 100 random games a card."""
    name = "mc_shuffle_new" if new else "mc_shuffle"
    return Experiment((f"{name}:100x1/{limit}", *[_RANDOM] * 3), drawings=True)


def chapter7(north: str, south: str, first: str, second: str) -> Experiment:
    """Return the games of four strategies of chapter 7 by letter, the other team West then East."""
    return Experiment(tuple(LETTERS[letter] for letter in (north, first, south, second)))


def table_figures() -> list[Figure]:
    """Return the figures of all tables, in the thesis's order within each chapter."""
    cells = [row for row in published("sueca_carreiro_2016_cells") if row["table"] in _TABLES]
    figures = [
        _TABLES[row["table"]](Figure(row["table"], row["row"], row["column"], row["value"]))
        for row in cells
    ]
    for row in published("sueca_carreiro_2016_ch7"):
        figures += _chapter7_figures(row)
    return figures


def _cell_41(cell: Figure) -> Figure:
    seat = "NWSE".index(cell.column[1])
    return replace(
        cell,
        of=(fixed_suits(int(cell.row), seat),),
        statistic=combine(),
        excuse="the one deal is not printed; ours is the mean over deals with its suits",
    )


def _cell_42(cell: Figure) -> Figure:
    return replace(cell, excuse="the deal that was played, no result")


def _cell_43(cell: Figure) -> Figure:
    seat = "NWSE".index(cell.column[1])
    return replace(
        cell,
        of=(dealer_shows(seat),),
        statistic=team_of(seat),
        reading=_CUT,
        note="the dealer's team; the thesis says North and South's, who score 57 where W or E deals"
        if seat % 2
        else "the dealer's team",
    )


def _extremes(column: str) -> Statistic:
    words = {"lowest": lowest, "min": lowest, "highest": highest, "max": highest}
    return words.get(column, combine())


def _cell_44(cell: Figure) -> Figure:
    of = (with_trumps(int(cell.row)),)
    return replace(cell, of=of, statistic=_extremes(cell.column), reading=_CUT)


def _cell_45(cell: Figure) -> Figure:
    rank = {"T = Two": 0, "T = Ace": len(RANK_SYMBOLS) - 1}[cell.column]
    note = "" if cell.row == "highest" else "the two columns look swapped; see the docs"
    of = (one_player(_RANDOM, dealing=Deals(trumps_but(rank))),)
    return replace(cell, of=of, statistic=_extremes(cell.row), reading=_CUT, note=note)


def _cell_46(cell: Figure) -> Figure:
    of = (with_team_trumps(int(cell.row)),)
    note = "" if cell.column != "average" else "see 'finding' for how its deals were made"
    return replace(cell, of=of, statistic=_extremes(cell.column), reading=_CUT, note=note)


def _points_of(row: str) -> tuple[int, int]:
    least, most = map(int, row.split("-"))
    return least, most


def _cell_47(cell: Figure) -> Figure:
    of = (with_points(*_points_of(cell.row)),)
    return replace(cell, of=of, statistic=_extremes(cell.column), reading=_CUT)


def _cell_5(cell: Figure) -> Figure:
    name = {
        "leading random score": "obligated_trump",
        "leading trump card score": "obligated_trump_lead",
        "always score": "always_high",
        "as third player score": "third_hand_high",
    }[cell.column]
    partner = name if cell.row == "team" else _RANDOM
    return replace(cell, of=(one_player(name, partner),), statistic=combine())


def _timed(cell: Figure, experiment: Experiment, note: str = "") -> Figure:
    """Return a cell of a score or of a time."""
    if cell.column.endswith("time"):
        return replace(
            cell,
            of=(experiment,),
            statistic=minutes,
            excuse="minutes on another machine; ours are of a million games here",
        )
    return replace(cell, of=(experiment,), statistic=combine(), note=note)


_PEEKS = "ours sees all hands, as the thesis's must have; see 'finding'"


def _cell_61(cell: Figure) -> Figure:
    return _timed(cell, one_player(f"mc_peek:10x{cell.row}"), _PEEKS)


def _cell_62(cell: Figure) -> Figure:
    name = cell.column.split()[0]
    player = f"mc_peek:{cell.row}x2" if name == "mc_extra" else f"{name}:{cell.row}"
    return _timed(cell, one_player(player), _PEEKS if name == "mc_extra" else "")


def _cell_63(cell: Figure) -> Figure:
    names = {"random": _RANDOM, "mc_normal": NORMAL, "mc_average": AVERAGE, "mc_extra": EXTRA}
    name = names[cell.column.split()[0]]
    of = (with_points(*_points_of(cell.row), name),)
    note = _PEEKS if name == EXTRA else ""
    return replace(cell, of=of, statistic=combine(), reading=_CUT, note=note)


def _cell_64(cell: Figure) -> Figure:
    experiment = shuffling(int(cell.row), cell.column.startswith("new"))
    if cell.column.endswith("time"):
        return _timed(cell, experiment)
    return replace(cell, of=(experiment,), statistic=truth)


def _chapter7_figures(row: dict[str, str]) -> list[Figure]:
    """Return the three figures of a row of chapter 7."""
    seats = row["north"], row["south"], row["team2_first"], row["team2_second"]
    case = "{} {} v {} {}".format(*seats)
    of = (chapter7(*seats),)
    odd = {"sd"} if row["sd"] == "60.0" else set()
    if odd and seats[:2] != seats[2:]:  # equal teams do score 60.0
        odd |= {"score_ns", "score_ew"}
    misprint = "the row reads 60.0 throughout; Table 7.3 has its mirror"
    note = "MC sees all hands" if "MC" in seats else ""
    kinds = (("score_ns", combine()), ("score_ew", combine((-1,), TOTAL)), ("sd", spread))
    return [
        Figure(
            row["table"],
            case,
            name,
            row[name],
            of,
            statistic,
            misprint=misprint if name in odd else "",
            note=note,
        )
        for name, statistic in kinds
    ]


_TABLES: dict[str, Callable[[Figure], Figure]] = {
    "4.1": _cell_41,
    "4.2": _cell_42,
    "4.3": _cell_43,
    "4.4": _cell_44,
    "4.5": _cell_45,
    "4.6": _cell_46,
    "4.7": _cell_47,
    "5.1": _cell_5,
    "5.2": _cell_5,
    "6.1": _cell_61,
    "6.2": _cell_62,
    "6.3": _cell_63,
    "6.4": _cell_64,
    "6.5": _cell_64,
}
