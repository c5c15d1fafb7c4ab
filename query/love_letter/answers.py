"""The answer of a lookup: what to play, and what every other play is worth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from llq.query.answers import ActionValue, Answer, Bar, Column
from llq.solver.love_letter.rules import Action, Scoring

_MOST_TOKENS = 2
"""A bar of tokens goes from as many lost to as many won."""


class Move(NamedTuple):
    """The shortest answer: the value of a state, in ``Rules.unit``, and the best action."""

    value: float
    action: Action


@dataclass(frozen=True, kw_only=True)
class PlayAnswer(Answer[Action, ActionValue[Action]]):
    """The answer to a lookup: what to play, and what every other play is worth.

    The actions stand best first, ties in the order in which the table decides them; those within
    1e-12 of the best are all best. Their values are the player's to move. The unit is
    ``win probability``, or ``token lead`` for the expected tokens less the opponent's.

    Parameters
    ----------
    state_value
        The value of the state as the table has it; those of the actions are worked out from the
        next turn, and differ from it by rounding.
    variant
        The variant of the rules.
    scoring
        How equal final cards are decided: ``half`` a win to each, or by ``discards``.
    hand
        The two cards, by name.
    unseen
        Copies unseen of each card: in the deck, in the opponent's hand, and aside.
    lead
        The player's discard total less the opponent's, where discards decide.
    opponent
        The opponent's card, if known.
    opponent_knows
        The card of this hand that the opponent knows, if any.
    handmaid
        Whether the opponent is protected by a Handmaid.
    aside
        The aside card, if known.
    opponent_knows_aside
        Whether the opponent knows the aside card.
    """

    state_value: float
    variant: str
    scoring: str
    hand: tuple[str, str]
    unseen: dict[str, int]
    lead: int | None = None
    opponent: str | None = None
    opponent_knows: str | None = None
    handmaid: bool = False
    aside: str | None = None
    opponent_knows_aside: bool = False

    @property
    def value(self) -> float:
        """The value of the state: that of the best action."""
        return self.state_value

    @property
    def n(self) -> int:
        """Number of unseen cards."""
        return sum(self.unseen.values())

    @property
    def facts(self) -> tuple[str, ...]:
        """What the answer is about, in words, except for the hand."""
        facts = [f"{self.n} cards unseen"]
        if self.opponent:
            facts.append(f"opponent holds {self.opponent}")
        if self.opponent_knows:
            facts.append(f"opponent knows your {self.opponent_knows}")
        if self.handmaid:
            facts.append("opponent's Handmaid is up")
        if self.aside:
            facts.append(f"{self.aside} is aside")
        if self.opponent_knows_aside:
            facts.append("opponent knows the aside card")
        if self.lead:
            side = "ahead" if self.lead > 0 else "behind"
            facts.append(f"{abs(self.lead)} {side} in discards")
        return tuple(facts)

    @property
    def title(self) -> str:
        """The hand, and what to play."""
        return f"{self.hand[0]} and {self.hand[1]}: play {self.text}"

    @property
    def context(self) -> tuple[str, ...]:
        """The rules and the facts, in a line."""
        by = "" if self.scoring == Scoring.HALF else f" scored by {self.scoring}"
        return (f"{self.variant} rules{by}, {', '.join(self.facts)}",)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The chance to win with each action, or the tokens that it is worth."""
        if self._is_chance:
            return (Column("value", "wins", ".2%"),)
        return (Column("value", "worth", "+.3f", " tokens"),)

    @property
    def bar(self) -> Bar:
        """A full bar is a certain win."""
        return Bar() if self._is_chance else Bar(-_MOST_TOKENS, _MOST_TOKENS)

    @property
    def shown(self) -> tuple[ActionValue[Action], ...]:
        """The actions, guesses of equal value as one."""
        guesses: dict[str, list[ActionValue[Action]]] = {}
        for action in self.actions:
            guesses.setdefault(action.action.card, []).append(action)
        shown = []
        for action in self.actions:
            first, *others = guesses[action.action.card]
            if not others or any(other.value != first.value for other in others):
                shown.append(action)
            elif action is first:
                shown.append(replace(first, text=f"{first.text.split(',')[0]}, any guess"))
        return tuple(shown)

    def mark(self, action: ActionValue[Action]) -> str:
        """Return whether an action shares the first place with others."""
        tied = sum(other.is_best for other in self.shown) > 1
        return " equally good" if action.is_best and tied else ""

    @property
    def _is_chance(self) -> bool:
        return self.unit == "win probability"

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, ready for JSON."""
        names = (
            "variant",
            "scoring",
            "hand",
            "n",
            "unseen",
            "lead",
            "opponent",
            "opponent_knows",
            "handmaid",
            "aside",
            "opponent_knows_aside",
        )
        return super().to_dict() | {name: getattr(self, name) for name in names}

    def __str__(self) -> str:
        """Return the answer in words, one action a line."""
        worth = f"winning {self.value:.6f}"
        if not self._is_chance:
            worth = f"{self.unit} {self.value:+.6f}"
        lines = [
            f"{self.hand[0]} and {self.hand[1]} ({', '.join(self.facts)}): play {self.text}, "
            f"{worth}"
        ]
        lines += [f"  {a.value:.6f}  {a.text}{' *' * a.is_best}" for a in self.actions]
        return "\n".join([*lines, f"* best; {self.source}"])
