"""What a lookup answers, in objects that print well and turn into plain data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from llq.solver.love_letter.rules import Action

__all__ = ["ActionValue", "Answer", "Move"]


class Move(NamedTuple):
    """The shortest answer: what the state is worth, in ``Rules.unit``, and the action for it."""

    value: float
    action: Action


@dataclass(frozen=True, slots=True)
class ActionValue:
    """One legal action and what it is worth.

    Parameters
    ----------
    action
        The action, cards by index.
    text
        The action in words.
    value
        What it is worth to the mover, in the answer's unit.
    is_best
        Whether it is within a tie (1e-12) of the best.
    """

    action: Action
    text: str
    value: float
    is_best: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """The whole answer to a lookup.

    Parameters
    ----------
    variant
        The variant of the rules.
    hand
        The two cards, by name.
    value
        What the state is worth to the mover.
    unit
        What values count: ``win probability``, or ``token lead`` for the mover's expected tokens
        less the opponent's.
    scoring
        What equal final cards are worth: ``half``, or as ``discards`` decide.
    ahead
        The mover's discard total less the opponent's, where discards decide.
    best
        The action chosen, in words.
    actions
        Every legal action, best first; ties in the order in which the table decides them.
    unseen
        Copies unseen of each card: deck, opponent's card and aside card.
    opponent
        The opponent's card, if known.
    opponent_knows
        The card of this hand that the opponent knows, if any.
    handmaid
        Whether the opponent's Handmaid is up.
    source
        The table that the numbers come from and how they were made.
    aside
        The aside card, if known.
    opponent_knows_aside
        Whether the opponent knows the aside card.
    """

    variant: str
    hand: tuple[str, str]
    value: float
    unit: str
    scoring: str
    ahead: int | None
    best: str
    actions: tuple[ActionValue, ...]
    unseen: dict[str, int]
    opponent: str | None
    opponent_knows: str | None
    handmaid: bool
    source: str
    aside: str | None = None
    opponent_knows_aside: bool = False

    @property
    def n(self) -> int:
        """Number of unseen cards."""
        return sum(self.unseen.values())

    @property
    def ties(self) -> tuple[ActionValue, ...]:
        """The actions that are as good as the best, the best itself first."""
        return tuple(action for action in self.actions if action.is_best)

    @property
    def facts(self) -> tuple[str, ...]:
        """What the answer is about, in words, but for the hand."""
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
        if self.ahead:
            side = "ahead" if self.ahead > 0 else "behind"
            facts.append(f"{abs(self.ahead)} {side} in discards")
        return tuple(facts)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, ready for JSON."""
        answer = asdict(self) | {"n": self.n}
        answer["actions"] = [
            {"action": a.text, "value": a.value, "is_best": a.is_best} for a in self.actions
        ]
        return answer

    def __str__(self) -> str:
        """Return the answer in words, one action a line."""
        lines = [
            f"{self.hand[0]} and {self.hand[1]} ({', '.join(self.facts)}): "
            f"play {self.best}, {self._worth()}"
        ]
        lines += [f"  {a.value:.6f}  {a.text}{' *' * a.is_best}" for a in self.actions]
        return "\n".join([*lines, f"* best; {self.source}"])

    def _worth(self) -> str:
        if self.unit == "win probability":
            return f"winning {self.value:.6f}"
        return f"{self.unit} {self.value:+.6f}"
