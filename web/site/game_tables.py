"""The tables of the site: the columns that its scripts look up, and the rules as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from llq.query.answers import plain_action
from llq.query.dominion.answers import TIE
from llq.query.dominion.table.table import DominionTable
from llq.query.dominion.table.table import open_table as open_dominion
from llq.query.love_letter.built_in_players import SOLUTION
from llq.query.love_letter.observation import OFFICIAL_FACE_UP
from llq.query.love_letter.solution.rows import LEVELS
from llq.query.love_letter.solution.table import Solution, open_solution
from llq.query.love_letter.table.table import Table
from llq.query.love_letter.table.table import open_table as open_love_letter
from llq.solver.dominion.rules import HAND_SIZE
from llq.solver.love_letter.rounds.rule_tables import tabulate
from llq.solver.love_letter.rules import Consequence, Rules
from llq.solver.love_letter.table import backup
from llq.solver.love_letter.table.states import state_space
from llq.solver.love_letter.turn import is_barred, is_forced, resolve
from llq.solver.love_letter.variants import VARIANTS, variants_with
from llq.store.schema import Column
from llq.store.tables import TableInfo
from llq.web.love_letter.wording import (
    MIXED,
    MIXED_SUMMARY,
    NOT_COMPUTED,
    TABLE,
    TABLE_SUMMARY,
    exploited_by_player,
    play_note,
)


@dataclass(frozen=True)
class SiteTable:
    """A table as the site has it.

    Parameters
    ----------
    info
        What the table's file says of itself.
    source
        Where the numbers come from, in one line.
    columns
        The columns that lookups read, each as the manifest describes it.
    rules
        The rules as plain data, ready for JSON.
    """

    info: TableInfo
    source: str
    columns: Sequence[tuple[Column, NDArray[Any]]]
    rules: Mapping[str, Any]


def site_tables() -> tuple[SiteTable, ...]:
    """Return the tables of the site.

    Raises
    ------
    TableMissing
        One of them is not there; the message has the command that builds it.
    CorruptTable, ForeignTable, FormatTooOld, FormatTooNew, StaleTable
        A file is not today's table, whole and intact.
    """
    classic, solution, longest = open_love_letter(), open_solution(), open_dominion()
    return (
        SiteTable(
            classic.info,
            classic.source,
            _described(
                classic.info,
                value=classic.values,
                action=classic.actions_chosen,
                reachable=classic.reachable,
            ),
            love_letter_rules(classic),
        ),
        SiteTable(
            solution.info,
            solution.source,
            _average_rows(solution),
            {
                "levels": LEVELS,
                "title": MIXED,
                "summary": MIXED_SUMMARY,
                "exploited": exploited_by_player(solution.rules.variant).get(
                    SOLUTION, NOT_COMPUTED
                ),
            },
        ),
        SiteTable(
            longest.info,
            longest.source,
            _described(longest.info, score=longest.scores, payout=longest.payout),
            dominion_rules(longest),
        ),
    )


def _described(info: TableInfo, **columns: ArrayLike) -> list[tuple[Column, NDArray[Any]]]:
    """Return columns of a table with what its file says of them."""
    described = {column.name: column for column in info.spec.columns}
    return [(described[name], np.asarray(column)) for name, column in columns.items()]


def _average_rows(solution: Solution) -> list[tuple[Column, NDArray[Any]]]:
    """Return what a solution plays on average over what may be remembered, in two columns.

    The first one's sums are where each state's chances start in the second.
    """
    ranks, _, starts, chances = solution.every_row()
    ranks, rows = np.unique(ranks, return_index=True)  # a state's first row is the average
    actions = np.zeros(state_space(solution.rules).size, dtype=np.uint8)
    actions[ranks] = starts[rows + 1] - starts[rows]
    is_first = np.zeros(len(starts) - 1, dtype=bool)
    is_first[rows] = True
    parts = np.rint(LEVELS * chances[np.repeat(is_first, np.diff(starts))]).astype(np.uint8)
    return [
        (
            Column(
                "actions", "uint8", ("state",), "",
                "Legal actions by state rank; 0 where no round with no card face up leads.",
                shape=actions.shape, most=len(solution.rules.actions),
            ),
            actions,
        ),
        (
            Column(
                "chance", "uint8", ("action of a state",), f"1 / {LEVELS}",
                "The chance of each legal action, in ascending order, on average over the memory.",
                shape=parts.shape, most=LEVELS,
            ),
            parts,
        ),
    ]  # fmt: skip


def love_letter_rules(table: Table) -> dict[str, Any]:
    """Return a variant of Love Letter as plain data: its cards, plays and payoffs.

    What a play does, by whether a Handmaid is up, the card kept and the opponent's, are bits of
    ``consequences``; what is said of it goes by a Handmaid and by whether it may end the round. The
    scripts know no rule of their own.
    """
    rules: Rules = table.rules
    game, cards, kinds = rules.arrays, tabulate(rules).cards, range(len(rules.cards))
    return {
        "variant": rules.variant,
        "unit": rules.unit,
        "elsewhere": {
            name: found
            for known in VARIANTS.values()
            for card in known.cards
            for name in (str(card.number), card.name.lower())
            if (found := variants_with(name)) and rules.variant not in found
        },
        "cards": [
            {
                "name": card.name,
                "number": card.number,
                "copies": card.copies,
                "emblem": card.effect.name.lower(),
                "protects": bool(card.effect.row.may & Consequence.PROTECTS),
                "reveals": bool(card.effect.row.may & Consequence.REVEALS),
                "value": card.value,
                "payoff_hit": payoff,
            }
            for card, payoff in zip(rules.cards, game.payoff_hit.tolist(), strict=True)
        ],
        "plays": [
            {
                "card": play.card,
                "action": plain_action(action),
                "text": rules.describe(action),
                "note": [
                    [
                        play_note(
                            rules.cards[play.card], action, is_protected=maid, may_end=may_end
                        )
                        for may_end in (False, True)
                    ]
                    for maid in (False, True)
                ],
                "is_barred": [is_barred(game, *play, maid) for maid in (0, 1)],
                "may": may,
                "does": [
                    [
                        [resolve(cards, *play, kept, theirs, maid) for theirs in kinds]
                        for kept in kinds
                    ]
                    for maid in (0, 1)
                ],
            }
            for play, action, may in zip(
                rules.plays, rules.actions, tabulate(rules).may, strict=True
            )
        ],
        "consequences": {name: int(bits) for name, bits in Consequence.__members__.items()},
        "is_forced": [[is_forced(game, card, other) for other in kinds] for card in kinds],
        "payoff_sum": game.payoff_sum.item(),
        "face_up": OFFICIAL_FACE_UP,
        "tie": backup.TIE,
        "title": TABLE,
        "summary": TABLE_SUMMARY,
        "exploited": exploited_by_player(rules.variant).get("table", NOT_COMPUTED),
    }


def dominion_rules(table: DominionTable) -> dict[str, Any]:
    """Return Dominion as plain data: its cards, and how decks are counted."""
    model, game = table.model, table.game
    return {
        "name": game.name,
        "unit": "points",
        "cards": [
            {
                "name": card.name,
                "is_treasure": card.is_treasure,
                "cost": card.cost,
                "value": card.value,
                "points": card.points,
                "start": start,
                "is_buyable": card in model.buyable,
                "coordinate": coordinate,
            }
            for card, start, coordinate in zip(game.cards, game.start, model.class_of, strict=True)
        ],
        "dims": model.dims,
        "hand_size": HAND_SIZE,
        "tie": TIE,
    }
