"""The shortest question: what to play from a hand."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import Unpack

from llq.query.love_letter.answers import PlayAnswer
from llq.query.love_letter.observation import CardName, Seen, situation
from llq.query.love_letter.table.format import find_scoring, remedy, table_spec
from llq.query.love_letter.table.table import Table, open_table
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.table.leads import LeadIndex
from llq.store import tables
from llq.store.columns import StoredColumn
from llq.store.locate import file_state, find_table

__all__ = ["kept_table", "lookup"]


def lookup(
    card_1: CardName,
    card_2: CardName,
    *,
    variant: str = "classic",
    scoring: str = "half",
    path: str | os.PathLike[str] | None = None,
    **seen: Unpack[Seen],
) -> PlayAnswer:
    """Return the best play of a two-player Love Letter hand, and what every other play is worth.

    What a question needs of the table is read when it is asked, and kept until its file is
    replaced.

    Parameters
    ----------
    card_1, card_2
        The hand after drawing, by number, name or enough of a name.
    variant, scoring, path
        As in `llq.love_letter.table.open`.
    seen : list of cards, or copies by card
        The discards of both players.
    face_up : list of cards, or copies by card
        The three cards turned up at the start, where the official two-player rule is played.
    discarded, opponent_discarded : list of cards, or copies by card
        The player's and the opponent's discards, in place of ``seen`` and ``lead``.
    lead : int
        The player's discard total less the opponent's; needed where discards count and some were
        made.
    opponent : card
        The opponent's card, if known.
    opponent_knows : card
        The card of this hand that the opponent knows.
    handmaid : bool
        Whether the opponent is protected by a Handmaid.
    aside : card
        The aside card, if known: in variants whose cards look at it.
    opponent_knows_aside : bool
        Whether the opponent knows the aside card.

    Raises
    ------
    IllegalState
        No such situation can arise; the message says why. `UnknownCard` if there is no such card.
    TableMissing, StaleTable, CorruptTable
        As `llq.love_letter.table.open` does.

    Examples
    --------
    >>> import llq
    >>> answer = llq.lookup(1, 8)
    >>> answer.text, round(answer.value, 4)
    ('Guard, guessing Priest', 0.7056)
    >>> llq.lookup("Guard", "King", seen=[2, 1, 5], opponent="Baron").best
    Action(card='Guard', guess='Baron', target=None)
    >>> llq.lookup(1, 8, face_up=[1, 1, 5]).text
    'Guard, guessing Priest'
    """
    rules, rule = variants.rules(variant), find_scoring(scoring)
    asked = situation(rules, (card_1, card_2), scoring=rule, **seen)
    return kept_table(rules, rule, path).answer(*asked)


def kept_table(
    rules: Rules, scoring: Scoring = Scoring.HALF, path: str | os.PathLike[str] | None = None
) -> Table:
    """Return a table that is kept open until its file is replaced, for one question after another.

    Raises
    ------
    TableMissing, StaleTable, CorruptTable
        As `llq.love_letter.table.open` does.
    """
    spec, how = table_spec(rules, scoring), remedy(rules, scoring)
    file = find_table(spec.name, path, expected=spec, remedy=how)
    return _table(rules, scoring, file, file_state(file))


@lru_cache(maxsize=4)
def _table(rules: Rules, rule: Scoring, file: Path, _state: tuple[int, ...]) -> Table:
    """Return a table whose rows are read as they are asked for."""
    if rules.tracks_aside:
        return open_table(rules.variant, file, scoring=rule)
    stored = tables.open_table(file, table_spec(rules, rule), remedy=remedy(rules, rule))
    value, action = (StoredColumn(stored, name) for name in ("value", "action"))
    if rule == Scoring.HALF:
        return Table(rules, stored.info, value, action, StoredColumn(stored, "reachable"))
    ranges = (stored.read(f"lead_{name}") for name in ("first", "width", "shift"))
    leads = LeadIndex.of_states(*ranges)
    return Table(rules, stored.info, value, action, leads.width > 0, leads)
