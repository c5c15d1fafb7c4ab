"""Findings on the thesis's program from several figures, with both numbers side by side."""

from __future__ import annotations

from itertools import product

from llq.query.published_figures import published
from llq.query.sueca.verification.experiments import (
    EXTRA,
    HONEST,
    Figure,
    chapter7,
    one_player,
    with_team_trumps,
)
from llq.query.sueca.verification.statistics import Experiment, combine
from llq.query.sueca.verification.verdicts import Reading

_LETTERS = ("R", "MC", "T", "A")


def finding_figures() -> list[Figure]:
    """Return printed figures beside two readings of them each."""
    return [*_extra(), *_seats(), *_team_trumps()]


def _extra() -> list[Figure]:
    """Return the published Extra beside one that sees the hands and two that draw them."""
    case = "Extra with 50 shuffles of 2, among random players (6.2)"
    readings = (
        (EXTRA, "sees all hands", "what the thesis's program must have done"),
        (HONEST[0], "draws hands for each card", "what its text says"),
        (HONEST[1], "draws hands for all cards", "likewise, every card on the same hands"),
    )
    return [
        Figure("finding", case, name, "72.72", (one_player(player),), combine(), note=note)
        for player, name, note in readings
    ]


def _team_trumps() -> list[Figure]:
    """Return averages of Table 4.6 where a team's trumps are dealt out to its two by coins.

    All deals alike, partners share ten trumps 5 and 5 or so; coins leave one of them most trumps
    more often, and those win more.
    """
    printed = {
        row["row"]: row["value"]
        for row in published("sueca_carreiro_2016_cells")
        if (row["table"], row["column"]) == ("4.6", "average")
    }
    readings = (
        ("all deals alike", with_team_trumps, "as North and South's cards would fall"),
        ("each trump to either partner by a coin", _by_coins, "as the thesis's must have been"),
    )
    return [
        Figure(
            "finding",
            f"a team's {held} trumps, average (4.6)",
            name,
            printed[str(held)],
            (make(held),),
            combine(),
            Reading.ROUNDED_OR_CUT,
            note=note,
        )
        for held in (10, 9, 1, 0)
        for name, make, note in readings
    ]


def _by_coins(held: int) -> Experiment:
    return Experiment(("random",) * 4, coins=held)


def _seats() -> list[Figure]:
    """Return whose seat comes first in the columns of the other team.

    Over all 16 teams and 3 partners of MC: the team's score with MC first less that with MC second.
    """
    rows = {
        (row["north"], row["south"], row["team2_first"], row["team2_second"]): row["score_ns"]
        for row in published("sueca_carreiro_2016_ch7")[: len(_LETTERS) ** 4]
    }
    cases = list(product(_LETTERS, _LETTERS, ("R", "T", "A")))
    printed = sum(
        float(rows[north, south, "MC", other]) - float(rows[north, south, other, "MC"])
        for north, south, other in cases
    ) / len(cases)
    of = [
        chapter7(north, south, *pair)
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
