"""The thesis's figures beside ours.

A match is compared as a z-score: the published count against the exact chance, in standard errors
of the published games. A table entry is exact on both sides and agrees where all printed decimals
do. What disagrees is reported, not tuned away; the documentation says why.

References
----------
J. Huibers, AI Agents for the Card Game Love Letter, Leiden University, 2016, section 4.
"""

from collections.abc import Iterator
from math import sqrt

from llq.query.checks import Check, Verdict, judge, z_score
from llq.query.love_letter.exact.study_table import Study, open_study
from llq.query.love_letter.table.table import Table, open_table
from llq.query.published_figures import published
from llq.solver.love_letter.rules import Action, Argument, Rules


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
    yield from _opening(open_table())
    for row in published("love_letter_huibers_2016_matches"):
        first, second, hand = row["first_player"], row["second_player"], row["first_hand"]
        case = f"{first} v {second}" + (f", hand {hand}" if hand else "")
        cards = [rules.card(card) for card in hand.split()]
        ours = study.lookup(first, second, (cards[0], cards[1]) if cards else None)
        wins = int(row["first_wins"]), int(row["second_wins"])
        total = int(row["games"])
        for figure, count, chance in (
            ("first wins", wins[0], ours.win_prob),
            ("second wins", wins[1], ours.loss_prob),
            ("draws", total - sum(wins), ours.draw_prob),
        ):
            yield _compare_shares(row["table"], case, figure, count, total, chance)
    for row in published("love_letter_huibers_2016_table11"):
        ours = study.lookup(row["first_player"], row["second_player"])
        yield _compare_shares(
            "11",
            f"{row['first_player']} v {row['second_player']}",
            "first wins",
            int(row["first_wins"]),
            int(row["games"]),
            ours.win_prob,
        )


def _opening(table: Table) -> Iterator[Check]:
    """Yield the checks of Table 4: value and action of every opening hand."""
    rules = table.rules
    for row in published("love_letter_huibers_2016_table4"):
        case = f"hand {row['b1']} {row['b2']}"
        move = table.lookup(table.state((row["b1"], row["b2"])))
        printed = float(row["chance"])
        yield Check(
            place="Table 4",
            case=case,
            figure="chance",
            published=printed,
            ours=move.value,
            verdict=judge(None, same=abs(move.value - printed) <= 0.5000001e-6),
        )
        action = _printed_action(rules, row)
        yield Check(
            place="Table 4",
            case=case,
            figure="action",
            published=rules.describe(action),
            ours=rules.describe(move.action),
            verdict=judge(None, same=action == move.action),
        )


def _printed_action(rules: Rules, row: dict[str, str]) -> Action:
    """Return a Table 4 row's action."""
    card = rules.cards[rules.card(row["play"])]
    argument = card.effect.row.argument
    if argument == Argument.CARD:
        return Action(card.name, guess=rules.cards[rules.card(row["guess"])].name)
    if argument == Argument.TARGET:
        return Action(card.name, target="opponent" if row["target"] == "1" else "self")
    return Action(card.name)


def _compare_shares(
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
        place=f"Table {table}",
        case=case,
        figure=figure,
        published=share,
        ours=chance,
        standard_error=error,
        z=z,
        verdict=verdict,
    )
