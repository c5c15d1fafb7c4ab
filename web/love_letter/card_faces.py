"""Cards of Love Letter as pages draw them, and hands to be played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from llq.query.love_letter.answers import PlayAnswer
from llq.solver.love_letter.rules import TOLD, Action, Rules
from llq.web.love_letter.questions import card_key


@dataclass(frozen=True, kw_only=True)
class Face:
    """A card as pages draw and explain it: its emblem is that of its effect."""

    key: str
    name: str
    number: int
    emblem: str
    copies: int
    text: str


def faces(rules: Rules) -> dict[str, Face]:
    """Return the cards of a variant by name."""
    return {
        card.name: Face(
            key=card_key(rules, card.name),
            name=card.name,
            number=card.number,
            emblem=card.effect.name.lower(),
            copies=card.copies,
            text=TOLD.get(card.effect, card.effect.row.text),
        )
        for card in rules.cards
    }


class Choice(NamedTuple):
    """One way to play a card."""

    label: str
    link: str
    value: float | None
    is_best: bool


class HeldCard(NamedTuple):
    """A card of a hand, with the ways to play it; a barred card has none."""

    name: str
    copies: int
    choices: list[Choice]


def held_cards(
    rules: Rules,
    hand: Sequence[str],
    links: Mapping[Action, str],
    answer: PlayAnswer | None = None,
) -> list[HeldCard]:
    """Return a hand's cards with where each legal action leads, and its value in an answer."""
    values = {one.action: one for one in answer.actions} if answer else {}
    found: dict[str, list[Choice]] = {name: [] for name in hand}
    for action in sorted(links, key=rules.action_numbers.__getitem__):
        text = rules.describe(action).removeprefix(action.card)
        worth = values.get(action)
        value, is_best = (worth.value, worth.is_best) if worth else (None, False)
        label = text.removeprefix(", guessing").strip() or "play"
        found[action.card].append(Choice(label, links[action], value, is_best))
    return [HeldCard(name, hand.count(name), choices) for name, choices in found.items()]
