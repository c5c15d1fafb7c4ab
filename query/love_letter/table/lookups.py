"""Short lookups: the best play, the best card to keep, or the values of all hands."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from llq.errors import IllegalState, TableMissing
from llq.query.love_letter.answers import KeepAnswer, Move, PlayAnswer
from llq.query.love_letter.observation import CardName, Seen, held_after_exchange, situation
from llq.query.love_letter.table.openings import OpeningsTable, cached_openings
from llq.query.love_letter.table.table import Table, cached_table
from llq.query.love_letter.variant_tables import find_scoring
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.table.states import Held
from llq.store.tables import TableInfo

if TYPE_CHECKING:  # few lookups need it
    from llq.query.love_letter.table.policy_lookups import PolicyAnswer

_HAND = 2


@overload
def lookup(
    card_1: CardName,
    card_2: CardName,
    *,
    chancellor: Literal[False] = False,
    variant: str = "classic",
    scoring: str = "half",
    values: Literal[True] = True,
    path: str | os.PathLike[str] | None = None,
    **seen: Unpack[Seen],
) -> PlayAnswer: ...


@overload
def lookup(
    card_1: CardName,
    card_2: CardName,
    card_3: CardName | None = None,
    *,
    chancellor: bool = True,
    variant: str = "classic",
    scoring: str = "half",
    values: Literal[True] = True,
    path: str | os.PathLike[str] | None = None,
    **seen: Unpack[Seen],
) -> KeepAnswer: ...


@overload
def lookup(
    card_1: CardName,
    card_2: CardName,
    card_3: CardName | None = None,
    *,
    chancellor: bool = False,
    variant: str = "classic",
    scoring: str = "half",
    values: bool,
    path: str | os.PathLike[str] | None = None,
    **seen: Unpack[Seen],
) -> PlayAnswer | KeepAnswer | PolicyAnswer: ...


def lookup(
    card_1: CardName,
    card_2: CardName,
    card_3: CardName | None = None,
    *,
    chancellor: bool = False,
    variant: str = "classic",
    scoring: str = "half",
    values: bool = True,
    path: str | os.PathLike[str] | None = None,
    **seen: Unpack[Seen],
) -> PlayAnswer | KeepAnswer | PolicyAnswer:
    """Return the best play of a two-player Love Letter hand, and every play's value.

    What a question needs of the table is read when it is asked, and cached until its file is
    replaced.

    Parameters
    ----------
    card_1, card_2
        The hand after drawing, by number, name or enough of a name.
    card_3
        The third card of a player who has just played the 2019 edition's Chancellor and drawn two:
        then the answer is which card to keep.
    chancellor
        Whether the player has just played that card; needed where it drew the last one, so that two
        are in hand.
    variant, scoring, path
        As in `llq.love_letter.table.open`.
    values
        Whether the value of every play is needed. Without, the play of the variant's policy will
        do where its table of values is missing: a `PolicyAnswer` (2019).
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
    cards = (card_1, card_2) if card_3 is None else (card_1, card_2, card_3)
    rules, rule = variants.rules(variant), find_scoring(scoring)
    options: Any = {"chancellor": chancellor, "values": values, "path": path}
    return find_answer(rules, cards, rule, **options, **seen)[0]


def find_answer(
    rules: Rules,
    cards: Sequence[CardName],
    scoring: Scoring = Scoring.HALF,
    *,
    chancellor: bool = False,
    values: bool = True,
    path: str | os.PathLike[str] | None = None,
    **seen: Unpack[Seen],
) -> tuple[PlayAnswer | KeepAnswer | PolicyAnswer, TableInfo]:
    """Return a lookup's answer with its table's metadata.

    ``cards`` are the hand of two, or three of which one is kept; the rest is as in `lookup`.
    """
    held: Held | None = None
    if len(cards) > _HAND or chancellor:
        held = held_after_exchange(rules, cards, **seen)
    else:
        state, lead = situation(rules, cards, scoring=scoring, **seen)
        if path is None and (rules.chooses_twice or scoring == Scoring.DISCARDS):
            with suppress(TableMissing, IllegalState):  # no openings of the deck, or by scoring
                openings = cached_openings(rules, scoring)
                if answer := openings.answer(state, lead):
                    return answer, openings.info
    try:
        table = cached_table(rules, scoring, path)
        return table.answer(state, lead) if held is None else table.keep(held), table.info
    except TableMissing:
        if not values and path is None and rules.chooses_twice:
            from llq.query.love_letter.table.policy import cached_policy
            from llq.query.love_letter.table.policy_lookups import policy_answer, policy_keep

            with suppress(TableMissing):
                info = cached_policy(rules).info
                if held is not None:
                    return policy_keep(rules, held), info
                return policy_answer(rules, state, lead), info
        raise


def hand_values(table: Table | OpeningsTable, **seen: Unpack[Seen]) -> list[list[Move | None]]:
    """Return values of all two-card hands with the same cards seen.

    Values are by the first and by the second card, in the order of the rules; None where no round
    reaches the hand. A table of openings knows first turns alone. ``seen`` is as in `llq.lookup`;
    where the opponent knows a card, they know the first one of each hand, whichever it is.

    >>> from llq.love_letter.table import open as open_table
    >>> matrix = hand_values(open_table(), seen=[1])
    >>> matrix[0][7].action, matrix[7][7]
    (Action(card='Guard', guess='Priest', target=None), None)
    """
    names = [card.name for card in table.rules.cards]
    return [[_hand_value(table, first, second, seen) for second in names] for first in names]


def _hand_value(table: Table | OpeningsTable, first: str, second: str, seen: Seen) -> Move | None:
    if seen.get("opponent_knows") is not None:
        seen = seen | Seen(opponent_knows=first)
    scoring = table.scoring if isinstance(table, Table) else Scoring.HALF
    try:
        observed = situation(table.rules, (first, second), scoring=scoring, **seen)
        if isinstance(table, Table):
            return table.lookup(*observed)
        answer = table.answer(*observed)
    except IllegalState:
        return None
    return None if answer is None else Move(answer.value, answer.best)
