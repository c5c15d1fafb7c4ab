"""What the solution plays from a hand, and what the table says beside it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Unpack

from llq.errors import IllegalAction, UnknownCard
from llq.query.love_letter.lookups import lookup
from llq.query.love_letter.observation import OFFICIAL_FACE_UP, CardName, Seen, situation
from llq.query.love_letter.solution_table import MixedAnswer, open_solution
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Action, Effect, Rules
from llq.solver.love_letter.states import State

__all__ = ["lookup_solution", "read_actions"]

_RESULTS = {"miss", "missed", "missing"}
_TARGETS = {"opponent": "opponent", "self": "self", "themselves": "self", "yourself": "self"}


def lookup_solution(
    card_1: CardName,
    card_2: CardName,
    *,
    last: str | Sequence[Action] = (),
    variant: str = "classic",
    path: str | os.PathLike[str] | None = None,
    **seen: Unpack[Seen],
) -> MixedAnswer:
    """Return what the solution plays from a hand; each action's value is the table's.

    Parameters
    ----------
    card_1, card_2
        The hand after drawing.
    last
        The last public actions of the round, of both players in turn, as `read_actions` takes
        them; without any the answer is that for the start or for anything remembered.
    path
        The solution's file.
    variant, seen
        As in `llq.lookup`.

    Raises
    ------
    IllegalAction
        ``last`` names no action.
    IllegalState, TableMissing, StaleTable, CorruptTable
        As `llq.lookup` and `open_solution` do.

    Examples
    --------
    >>> from llq.query.love_letter.solution_lookup import lookup_solution
    >>> import llq
    >>> [action.guess for action in read_actions(llq.love_letter.rules("classic"), "guard priest")]
    ['Priest']
    """
    rules = variants.rules(variant)
    past = read_actions(rules, last) if isinstance(last, str) else last
    face_up = OFFICIAL_FACE_UP if seen.get("face_up") else 0
    solution = open_solution(variant, path, face_up=face_up)
    state = situation(rules, (card_1, card_2), **seen).state
    answer = solution.lookup(State(*state[:7]), past)
    values = {
        one.action: one.value for one in lookup(card_1, card_2, variant=variant, **seen).actions
    }
    return replace(
        answer,
        actions=tuple(replace(one, table_value=values[one.action]) for one in answer.actions),
    )


def read_actions(rules: Rules, text: str) -> list[Action]:
    """Return public actions from words: ``handmaid; guard priest missed; prince opponent``.

    Actions stand in the order in which they were played, parted by semicolons: the card, then the
    card guessed or whom a Prince hit, from the side of whoever played it.

    Raises
    ------
    IllegalAction
        Some words are no action.

    Examples
    --------
    >>> import llq
    >>> read_actions(llq.love_letter.rules("classic"), "guard priest missed")
    [Action(card='Guard', guess='Priest', target=None)]
    """
    return [_read_action(rules, part) for part in text.split(";") if part.strip()]


def _read_action(rules: Rules, text: str) -> Action:
    words = [word for word in text.replace(",", " ").lower().split() if word not in _RESULTS]
    try:
        card = rules.cards[rules.card(words[0])] if words else None
        action = None if card is None else Action(card.name)
        if card is not None and card.effect == Effect.GUESS and len(words) > 1:
            action = Action(card.name, guess=rules.cards[rules.card(words[-1])].name)
        elif card is not None and card.effect == Effect.REDRAW and len(words) > 1:
            action = Action(card.name, target=_TARGETS.get(words[-1]))
    except UnknownCard as error:
        raise IllegalAction(f"no public action {text.strip()!r}: {error}") from None
    if action not in rules.action_numbers or len(words) > 2:
        raise IllegalAction(
            f"no public action {text.strip()!r}: name the card, and for a guess the card guessed, "
            "for a Prince opponent or self, such as: handmaid; guard priest missed"
        )
    return action
