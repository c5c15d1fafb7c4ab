"""The thesis's figures beside ours.

A match is compared as a z-score: the published count against the exact chance, in standard errors
of the published games. A table entry is exact on both sides and agrees where all printed decimals
do. What disagrees is reported, not tuned away; the documentation says why.

References
----------
J. Huibers, AI Agents for the Card Game Love Letter, Leiden University, 2016, section 4.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

from llq.query.love_letter.study import LoveLetterStudy, open_love_letter_study
from llq.query.love_letter.table import LoveLetterTable, open_love_letter
from llq.query.papers import published
from llq.solver.love_letter.rules import NO_ARGUMENT, Action, Effect

__all__ = ["Check", "verify_love_letter"]

Z_LIMIT = 3.0
"""A z-score up to this is noise; one figure in 370 is further off by chance."""


@dataclass(frozen=True, slots=True)
class Check:
    """One published figure and ours.

    Parameters
    ----------
    table
        The thesis's table.
    case
        What the row is about.
    figure
        Which figure of the row.
    published, ours
        The two figures; of an action, in words.
    standard_error
        Of the published figure, by the exact chance; None where it is no count of games.
    z
        Published less ours in standard errors; None where there is no error.
    verdict
        ``agrees``, ``differs``, or ``impossible`` for a printed figure that cannot be.
    """

    table: str
    case: str
    figure: str
    published: float | str
    ours: float | str
    standard_error: float | None
    z: float | None
    verdict: str


def verify_love_letter(study: LoveLetterStudy | None = None) -> Iterator[Check]:
    """Yield a check for every figure of the thesis's Tables 1 to 11.

    Parameters
    ----------
    study
        The exact matches of the classic deck; by default the built one.

    Raises
    ------
    TableMissing, StaleTable, CorruptTable
        As `llq.love_letter.open_table` and `llq.love_letter.open_study` do.
    """
    study = study or open_love_letter_study()
    rules = study.rules
    yield from _opening(open_love_letter())
    for row in published("love_letter_huibers_2016_matches"):
        first, second, hand = row["first_player"], row["second_player"], row["first_hand"]
        case = f"{first} v {second}" + (f", hand {hand}" if hand else "")
        cards = [rules.card(card) for card in hand.split()]
        ours = study.match(first, second, (cards[0], cards[1]) if cards else None)
        wins = int(row["first_wins"]), int(row["second_wins"])
        total = int(row["games"])
        for figure, count, chance in (
            ("first wins", wins[0], ours.win),
            ("second wins", wins[1], ours.loss),
            ("draws", total - sum(wins), ours.draw),
        ):
            yield _compare_rates(row["table"], case, figure, count, total, chance)
    for row in published("love_letter_huibers_2016_table11"):
        ours = study.match(row["first_player"], row["second_player"])
        yield _compare_rates(
            "11",
            f"{row['first_player']} v {row['second_player']}",
            "first wins",
            int(row["first_wins"]),
            int(row["games"]),
            ours.win,
        )


def _opening(table: LoveLetterTable) -> Iterator[Check]:
    """Yield the checks of Table 4: value and action of every opening hand."""
    rules = table.rules
    for row in published("love_letter_huibers_2016_table4"):
        case = f"hand {row['b1']} {row['b2']}"
        move = table.lookup(table.state((row["b1"], row["b2"])))
        printed = float(row["chance"])
        same = abs(move.value - printed) <= 0.5000001e-6
        yield Check("4", case, "chance", printed, move.value, None, None, _verdict(same))
        card = rules.card(row["play"])
        argument = NO_ARGUMENT
        if rules.cards[card].effect == Effect.GUESS:
            argument = rules.card(row["guess"])
        elif rules.cards[card].effect == Effect.REDRAW:
            argument = int(row["target"]) - 1
        action = Action(card, argument)
        yield Check(
            "4",
            case,
            "action",
            rules.describe(action),
            rules.describe(move.action),
            None,
            None,
            _verdict(action == move.action),
        )


def _compare_rates(
    table: str, case: str, figure: str, count: int, total: int, chance: float
) -> Check:
    """Compare a published count of games with the exact chance."""
    share = count / total
    if count < 0:  # wins that add up to more than the games
        return Check(table, case, figure, share, chance, None, None, "impossible")
    error = sqrt(chance * (1 - chance) / total)
    if error == 0:
        return Check(table, case, figure, share, chance, 0.0, None, _verdict(share == chance))
    z = (share - chance) / error
    return Check(table, case, figure, share, chance, error, z, _verdict(abs(z) <= Z_LIMIT))


def _verdict(agrees: bool) -> str:
    return "agrees" if agrees else "differs"
