"""The answer of a lookup: what to play, and what every other play is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from llq.query import answers
from llq.solver.love_letter.rules import Action

__all__ = ["ActionValue", "Answer", "Move"]


class Move(NamedTuple):
    """The shortest answer: the value of a state, in ``Rules.unit``, and the best action."""

    value: float
    action: Action


class ActionValue(answers.ActionValue[Action]):
    """One legal action and its value to the player to move, in the answer's unit.

    Actions within 1e-12 of the best are all best.
    """

    __slots__ = ()


@dataclass(frozen=True, kw_only=True)
class Answer(answers.Answer[Action, ActionValue]):
    """The answer to a lookup: what to play, and what every other play is worth.

    The actions stand best first, ties in the order in which the table decides them. The unit is
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

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, ready for JSON."""
        asked = (
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
        return super().to_dict() | {name: getattr(self, name) for name in asked}

    def __str__(self) -> str:
        """Return the answer in words, one action a line."""
        worth = f"winning {self.value:.6f}"
        if self.unit != "win probability":
            worth = f"{self.unit} {self.value:+.6f}"
        lines = [
            f"{self.hand[0]} and {self.hand[1]} ({', '.join(self.facts)}): play {self.text}, "
            f"{worth}"
        ]
        lines += [f"  {a.value:.6f}  {a.text}{' *' * a.is_best}" for a in self.actions]
        return "\n".join([*lines, f"* best; {self.source}"])
