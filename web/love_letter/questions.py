"""A situation of Love Letter as an address has it: read from a query, and written into links."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Self
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from llq.errors import IllegalState
from llq.query.love_letter.notation import read_cards
from llq.query.love_letter.observation import Seen
from llq.solver.love_letter.rules import Action, Rules, Scoring
from llq.solver.love_letter.states import State
from llq.solver.love_letter.variants import rules as find_rules

__all__ = ["Question", "action_key", "action_words", "card_key", "find_action"]

_KEPT_PLAYS = 2
"""How many of the last plays links hand on: as many as the solutions remember."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """A situation, and what a page shows of it; cards are named as in `card_key`.

    Parameters
    ----------
    hand, seen, face_up, opponent, knows, handmaid, lead, variant, scoring
        As in `llq.lookup`; ``knows`` is its ``opponent_knows``.
    last
        The last plays, as `llq.love_letter.lookup_solution` takes them.
    play
        The action whose outcomes are shown, as `action_key` has it.
    compare
        ``yes`` where solutions are compared.
    """

    hand: tuple[str, ...] = ("1", "8")
    seen: tuple[str, ...] = ()
    face_up: tuple[str, ...] = ()
    opponent: str = ""
    knows: str = ""
    handmaid: str = ""
    lead: str = ""
    variant: str = "classic"
    scoring: str = "half"
    last: str = ""
    play: str = ""
    compare: str = ""

    @classmethod
    def read(cls, query: QueryParams) -> Self:
        """Return the situation of a query; what it does not say is as by default."""
        said = {
            field.name: query[field.name].strip() for field in fields(cls) if field.name in query
        }
        rules = find_rules(said.get("variant", cls.variant))
        lists = {
            name: tuple(card_key(rules, card) for card in read_cards(rules, said.pop(name)))
            for name in ("hand", "seen", "face_up")
            if name in said
        }
        for name in ("opponent", "knows"):
            if said.get(name):
                said[name] = card_key(rules, rules.cards[rules.card(said[name])].name)
        return cls(**lists, **said)  # type: ignore[arg-type]  # by field, either kind

    @classmethod
    def of_state(cls, rules: Rules, state: State, face_up: tuple[str, ...] = ()) -> Self:
        """Return the situation of a state."""
        keys = [card_key(rules, card.name) for card in rules.cards]
        held = (state.low, state.high)
        seen = [
            key
            for card, key in enumerate(keys)
            for _ in range(
                rules.copies[card] - state.unseen[card] - held.count(card) - face_up.count(key)
            )
        ]
        return cls(
            hand=tuple(keys[card] for card in held),
            seen=tuple(seen),
            face_up=face_up,
            opponent=keys[state.opponent] if state.known else "",
            knows=keys[held[state.hand_known - 1]] if state.hand_known else "",
            handmaid="yes" if state.maid else "",
            variant=rules.variant,
        )

    @property
    def rules(self) -> Rules:
        """The variant's rules."""
        return find_rules(self.variant)

    @property
    def known(self) -> Seen:
        """What the player sees and knows, as `llq.lookup` takes it, but for the lead."""
        return Seen(
            seen=self.seen,
            face_up=self.face_up,
            opponent=self.opponent or None,
            opponent_knows=self.knows or None,
            handmaid=bool(self.handmaid),
        )

    def leading(self, scoring: str) -> Seen:
        """Return ``known`` with the lead, where a scoring minds it."""
        if scoring != Scoring.DISCARDS or not self.lead:
            return self.known
        try:
            return self.known | Seen(lead=int(self.lead))
        except ValueError:
            raise IllegalState(f"lead must be an integer; got {self.lead!r}") from None

    def link(self, path: str = "/love-letter", **changes: str | tuple[str, ...]) -> str:
        """Return the address of the situation with some changes; a play is only kept if named."""
        changed = replace(self, **({"play": ""} | changes))  # type: ignore[arg-type]
        said = {}
        for field in fields(changed):
            value = getattr(changed, field.name)
            if value != field.default or field.name == "hand":
                said[field.name] = value if isinstance(value, str) else ",".join(value)
        return f"{path}?{urlencode(said, safe=',')}"

    def after(self, state: State, lead: int, plays: Iterable[Action]) -> Question:
        """Return a situation that this one led to by some plays."""
        then = Question.of_state(self.rules, state, self.face_up)
        said = [part.strip() for part in self.last.split(";") if part.strip()]
        last = [*said, *map(action_words, plays)][-_KEPT_PLAYS:]
        return replace(
            then,
            lead=str(lead) if self.scoring == Scoring.DISCARDS else "",
            scoring=self.scoring,
            last="; ".join(last),
            compare=self.compare,
        )


def card_key(rules: Rules, name: str) -> str:
    """Return a card's number, or its name where two cards have that number."""
    number = rules.cards[rules.card(name)].number
    is_unique = [card.number for card in rules.cards].count(number) == 1
    return str(number) if is_unique else name


def action_words(action: Action) -> str:
    """Return an action as `llq.love_letter.lookup_solution` reads it, such as ``guard priest``."""
    return " ".join(part for part in action if part).lower()


def action_key(action: Action) -> str:
    """Return an action as addresses have it, such as ``guard-priest``."""
    return action_words(action).replace(" ", "-")


def find_action(legal: Iterable[Action], key: str) -> Action:
    """Return the legal action of a key.

    Raises
    ------
    IllegalState
        There is none.
    """
    found = {action_key(action): action for action in legal}
    if key not in found:
        raise IllegalState(f"no legal play {key!r}; legal are {', '.join(found)}")
    return found[key]
