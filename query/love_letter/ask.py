"""The shortest question: what to play from a hand."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from llq.query.love_letter.answers import Answer
from llq.query.love_letter.seat import CardName
from llq.query.love_letter.table import LoveLetterTable, open_love_letter, remedy
from llq.solver.love_letter.variants import find_rules
from llq.store.locate import find_table

__all__ = ["lookup"]


def lookup(
    card_1: CardName,
    card_2: CardName,
    *,
    seen: Iterable[CardName] | Mapping[CardName, int] = (),
    opponent: CardName | None = None,
    opponent_knows: CardName | None = None,
    handmaid: bool = False,
    variant: str = "classic",
    path: str | os.PathLike[str] | None = None,
) -> Answer:
    """Return the best play of a two-player Love Letter hand, and what every other play is worth.

    The table is read at the first call and kept until its file is replaced.

    Parameters
    ----------
    card_1, card_2
        The hand after drawing, by number or name.
    seen
        Every card that lies open: all discards, and the face-up cards of the official two-player
        rule. A list, or copies by card.
    opponent
        The opponent's card, where it is known.
    opponent_knows
        The card of this hand that the opponent knows.
    handmaid
        Whether the opponent's last play was a Handmaid.
    variant, path
        As in `llq.open_love_letter`.

    Raises
    ------
    IllegalState
        No such situation can arise; the message says why. `UnknownCard` if there is no such card.
    TableMissing, StaleTable, CorruptTable
        As `llq.open_love_letter` does.

    Examples
    --------
    >>> import llq
    >>> answer = llq.lookup(1, 8)
    >>> answer.best, round(answer.win_prob, 4)
    ('Guard, guessing Priest', 0.7056)
    >>> llq.lookup("Guard", "King", seen=[2, 1, 5], opponent="Baron").best
    'Guard, guessing Baron'
    """
    rules = find_rules(variant)
    file = find_table(f"love_letter-{variant}", path, remedy=remedy(rules))
    table = _table(variant, file, file.stat().st_mtime_ns)
    state = table.state(
        (card_1, card_2),
        seen=seen,
        opponent=opponent,
        opponent_knows=opponent_knows,
        handmaid=handmaid,
    )
    return table.answer(state)


@lru_cache(maxsize=4)
def _table(variant: str, file: Path, _modified_ns: int) -> LoveLetterTable:
    return open_love_letter(variant, file)
