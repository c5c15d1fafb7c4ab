"""The shortest question: what to play from a hand."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import Unpack

from llq.query.love_letter.answers import Answer
from llq.query.love_letter.observation import CardName, Seen
from llq.query.love_letter.table import LoveLetterTable, open_love_letter
from llq.query.love_letter.table_format import find_scoring, remedy, table_spec
from llq.solver.love_letter.variants import find_rules
from llq.store.locate import find_table

__all__ = ["lookup"]


def lookup(
    card_1: CardName,
    card_2: CardName,
    *,
    variant: str = "classic",
    scoring: str = "half",
    path: str | os.PathLike[str] | None = None,
    **seen: Unpack[Seen],
) -> Answer:
    """Return the best play of a two-player Love Letter hand, and what every other play is worth.

    The table is read at the first call and kept until its file is replaced.

    Parameters
    ----------
    card_1, card_2
        The hand after drawing, by number or name.
    variant, scoring, path
        As in `llq.love_letter.open_table`.
    seen : list of cards, or copies by card
        The discards of both players.
    face_up : list of cards, or copies by card
        The three cards turned up at the start, where the official two-player rule is played.
    discarded, opponent_discarded : list of cards, or copies by card
        The mover's and the opponent's discards, in place of ``seen`` and ``ahead``.
    ahead : int
        The mover's discard total less the opponent's; needed where discards count and some were
        made.
    opponent : card
        The opponent's card, where it is known.
    opponent_knows : card
        The card of this hand that the opponent knows.
    handmaid : bool
        Whether the opponent's last play was a Handmaid.
    aside : card
        The aside card, where it is known: in variants whose cards look at it.
    opponent_knows_aside : bool
        Whether the opponent knows it.

    Raises
    ------
    IllegalState
        No such situation can arise; the message says why. `UnknownCard` if there is no such card.
    TableMissing, StaleTable, CorruptTable
        As `llq.love_letter.open_table` does.

    Examples
    --------
    >>> import llq
    >>> answer = llq.lookup(1, 8)
    >>> answer.best, round(answer.value, 4)
    ('Guard, guessing Priest', 0.7056)
    >>> llq.lookup("Guard", "King", seen=[2, 1, 5], opponent="Baron").best
    'Guard, guessing Baron'
    >>> llq.lookup(1, 8, face_up=[1, 1, 5]).best
    'Guard, guessing Priest'
    """
    rules, rule = find_rules(variant), find_scoring(scoring)
    file = find_table(table_spec(rules, rule).name, path, remedy=remedy(rules, rule))
    table = _table(variant, scoring, file, file.stat().st_mtime_ns)
    return table.answer(*table.situation((card_1, card_2), **seen))


@lru_cache(maxsize=4)
def _table(variant: str, scoring: str, file: Path, _modified_ns: int) -> LoveLetterTable:
    return open_love_letter(variant, file, scoring=scoring)
