"""Love Letter cards as pages draw them, and playable hands."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from llq.query.answers import ActionValue, Answer
from llq.query.love_letter.answers import KeepAnswer, PlayAnswer
from llq.query.love_letter.rounds.analysis import is_same_choice
from llq.solver.love_letter.rules import EXPLANATIONS, Choice, Rules
from llq.web.love_letter.questions import card_key


@dataclass(frozen=True, kw_only=True)
class Face:
    """A card's appearance on pages, with its effect's emblem."""

    key: str
    name: str
    number: int
    emblem: str
    copies: int
    text: str


def faces(rules: Rules) -> dict[str, Face]:
    """Return a variant's cards by name."""
    return {
        card.name: Face(
            key=card_key(rules, card.name),
            name=card.name,
            number=card.number,
            emblem=card.effect.name.lower(),
            copies=card.copies,
            text=EXPLANATIONS.get(card.effect, card.effect.row.text),
        )
        for card in rules.cards
    }


def as_opponents(text: str) -> str:
    """Return a play's text as the opponent's, told to the player."""
    return text.replace("yourself", "themselves").replace("the opponent", "you")


class Option(NamedTuple):
    """Choice of playing or keeping a card."""

    whom: str
    """Target seat of a guess, among several players."""
    label: str
    link: str
    value: float | None
    is_best: bool


class HeldCard(NamedTuple):
    """Card in hand, with its legal choices; a barred card has none."""

    name: str
    copies: int
    choices: list[Option]

    @property
    def groups(self) -> list[tuple[str, list[Option]]]:
        """The choices by target, in their order."""
        by_target = groupby(self.choices, lambda choice: choice.whom)
        return [(target, list(group)) for target, group in by_target]


def held_cards(
    rules: Rules, answer: PlayAnswer | KeepAnswer, link: Callable[[Choice], str]
) -> list[HeldCard]:
    """Return a hand's cards, linked to choices but without values."""
    choices: Sequence[ActionValue[Any]] = answer.actions
    # A choice that leaves the order of cards open has no number, and is its card's only one.
    plays = sorted(choices, key=lambda play: rules.action_numbers.get(play.action, 0))
    return options_of(answer.hand, ((play.action, play.text, link(play.action)) for play in plays))


def options_of(
    hand: Sequence[str],
    choices: Iterable[tuple[Any, str, str]],
    answer: Answer[Any, Any] | None = None,
) -> list[HeldCard]:
    """Return a hand's cards and linked choices, valued by ``answer`` if given."""
    options: dict[str, list[Option]] = {name: [] for name in hand}
    for action, text, link in choices:
        guess, target = (getattr(action, name, None) for name in ("guess", "target"))
        rest = text.removeprefix("keep ").removeprefix(action.card)
        value, is_best = None, False
        if answer is not None:
            plays = (play for play in answer.actions if is_same_choice(play.action, action))
            play = next(plays, None)
            value = play.value if play else None
            is_best = play.is_best if play else is_same_choice(answer.best, action)
        label = guess or rest.lstrip(", ") or "play"
        seat = str(target) if guess and target is not None else ""
        options[action.card].append(Option(seat, label, link, value, is_best))
    return [
        HeldCard(name, hand.count(name), card_options) for name, card_options in options.items()
    ]
