"""The shortest question: what to play from a hand."""

from __future__ import annotations

import os
from typing import Unpack

from llq.query.love_letter.answers import PlayAnswer
from llq.query.love_letter.observation import CardName, Seen, situation
from llq.query.love_letter.table.table import cached_table
from llq.query.love_letter.variant_tables import find_scoring
from llq.solver.love_letter import variants


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

    What a question needs of the table is read when it is asked, and cached until its file is
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
    observed = situation(rules, (card_1, card_2), scoring=rule, **seen)
    return cached_table(rules, rule, path).answer(*observed)
