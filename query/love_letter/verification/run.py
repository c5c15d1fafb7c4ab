"""The thesis's figures, and played matches, beside ours.

A match is compared as a z-score: the published count against the exact chance, in standard errors
of the published games. A table entry is exact on both sides and agrees where all printed decimals
do. What disagrees is reported, not tuned away; the documentation says why.

References
----------
J. Huibers, AI Agents for the Card Game Love Letter, Leiden University, 2016, section 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import sqrt
from typing import TYPE_CHECKING, Any

from llq.query.checks import Check, Verdict, judge, z_score
from llq.query.love_letter.exact.study_table import Study, open_study
from llq.query.love_letter.table.table import Table, open_table
from llq.query.published_figures import published
from llq.solver.love_letter.rules import Action, Argument, Rules

if TYPE_CHECKING:
    from llq.query.love_letter.exact.matches import ExactMatch
    from llq.query.love_letter.matches import Match

_COMPARED = (
    *("first", "second", "exact", "published", "published_z"),
    *("win_prob", "standard_error", "played_z", "games"),
)


def verify(study: Study | None = None) -> Iterator[Check]:
    """Yield one check per figure in the thesis's Tables 1 to 11.

    The standard error is that of the published figure, by the exact chance: ours is computed.

    Parameters
    ----------
    study
        The exact matches of the classic deck; by default the built one.

    Raises
    ------
    TableMissing, StaleTable, CorruptTable
        As `llq.love_letter.table.open` and `llq.love_letter.exact.open` do.
    """
    study = study or open_study()
    rules = study.rules
    yield from _check_openings(open_table())
    matches = published("love_letter_huibers_2016_matches")
    for row in (*matches, *published("love_letter_huibers_2016_table11")):
        first, second, hand = row["first_player"], row["second_player"], row.get("first_hand", "")
        case = f"{first} v {second}" + (f", hand {hand}" if hand else "")
        cards = [rules.card(card) for card in hand.split()]
        ours = study.lookup(first, second, (cards[0], cards[1]) if cards else None)
        total, wins = int(row["games"]), int(row["first_wins"])
        shares = [("first wins", wins, ours.win_prob)]
        if "second_wins" in row:
            losses = int(row["second_wins"])
            shares.append(("second wins", losses, ours.loss_prob))
            shares.append(("draws", total - wins - losses, ours.draw_prob))
        for figure, count, chance in shares:
            yield _check_share(row.get("table", "11"), case, figure, count, total, chance)


def compare_matches(
    exact: Iterable[ExactMatch], results: Iterable[Match]
) -> Iterator[dict[str, Any]]:
    """Yield each exact match as a row: its chance beside the published and the simulated share.

    The first player has the first turn. ``published`` is the share in the thesis's Table 11, and
    ``published_z`` that less the exact chance, by the thesis's million games; ``win_prob`` and
    ``played_z`` are those of the simulated games. A z is in standard errors, by the exact chance;
    what was not published, or not played, is None.
    """
    played = {(result.first, result.second): result for result in results}
    printed = {
        (row["first_player"], row["second_player"]): (int(row["first_wins"]), int(row["games"]))
        for row in published("love_letter_huibers_2016_table11")
    }
    for match in exact:
        pair, chance = (match.first, match.second), match.win_prob
        row = dict.fromkeys(_COMPARED) | {"first": pair[0], "second": pair[1], "exact": chance}
        if match.variant == "classic" and pair in printed:
            wins, games = printed[pair]
            row["published"] = share = wins / games
            row["published_z"] = (share - chance) / sqrt(chance * (1 - chance) / games)
        if result := played.get(pair):
            error = sqrt(chance * (1 - chance)) / sqrt(result.games)
            row["win_prob"], row["standard_error"] = result.win_prob, error
            row["played_z"], row["games"] = (result.win_prob - chance) / error, result.games
        yield row


def _check_openings(table: Table) -> Iterator[Check]:
    """Yield the checks of Table 4: value and action of every opening hand."""
    rules = table.rules
    for row in published("love_letter_huibers_2016_table4"):
        case = f"hand {row['b1']} {row['b2']}"
        answer = table.lookup(table.state((row["b1"], row["b2"])))
        printed, action = float(row["chance"]), _printed_action(rules, row)
        is_near = abs(answer.value - printed) <= 0.5000001e-6
        words = rules.describe(action), rules.describe(answer.action)
        for figure, published_value, ours, is_same in (
            ("chance", printed, answer.value, is_near),
            ("action", *words, action == answer.action),
        ):
            yield Check(
                place="Table 4", case=case, figure=figure, published=published_value, ours=ours,
                verdict=judge(None, same=is_same),
            )  # fmt: skip


def _printed_action(rules: Rules, row: dict[str, str]) -> Action:
    card = rules.cards[rules.card(row["play"])]
    argument = card.effect.row.argument
    if argument == Argument.CARD:
        return Action(card.name, guess=rules.cards[rules.card(row["guess"])].name)
    if argument == Argument.TARGET:
        return Action(card.name, target="opponent" if row["target"] == "1" else "self")
    return Action(card.name)


def _check_share(
    table: str, case: str, figure: str, count: int, total: int, chance: float
) -> Check:
    """Return the check of a published count against the exact chance."""
    share = count / total
    error = z = None
    verdict = Verdict.IMPOSSIBLE
    if count >= 0:  # below 0, the wins add up to more than the games
        error = sqrt(chance * (1 - chance) / total)
        z = z_score(share, chance, error)
        verdict = judge(z, same=share == chance)
    return Check(
        place=f"Table {table}", case=case, figure=figure, published=share, ours=chance,
        standard_error=error, z=z, verdict=verdict,
    )  # fmt: skip
