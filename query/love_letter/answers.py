"""Lookup answers: best play and values of all plays."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from llq.query.answers import ActionValue, Answer, Bar, Column
from llq.query.love_letter.table.action_ranking import rank_choices
from llq.solver.love_letter.rules import Action, Keep, Rules, Scoring
from llq.solver.love_letter.table.states import UNKNOWN, Held
from llq.solver.love_letter.views import View

_SPIES = ("", "you have played a Spy", "they have played a Spy", "both have played a Spy")
_MOST_TOKENS = 2
"""Tokens at either end of the value bar."""


class Move(NamedTuple):
    """Short answer: a state's value, in ``Rules.unit``, and its best action."""

    value: float
    action: Action


class _UnitDisplay:
    """Columns and bars of values in an answer's unit."""

    unit: str

    @property
    def columns(self) -> tuple[Column, ...]:
        """Winning chance or token value of each choice."""
        if self.unit == "win probability":
            return (Column("value", "wins", ".2%"),)
        return (Column("value", "worth", "+.3f", " tokens"),)

    @property
    def bar(self) -> Bar:
        """A full bar is a certain win, or the most tokens."""
        return Bar() if self.unit == "win probability" else Bar(-_MOST_TOKENS, _MOST_TOKENS)


@dataclass(frozen=True, kw_only=True)
class PlayAnswer(_UnitDisplay, Answer[Action, ActionValue[Action]]):
    """Lookup answer with the best play and every play's value.

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
    spies
        Who has played or discarded a Spy, where that may earn a token: 0 nobody, 1 the player, 2
        the opponent, 3 both.
    remark
        Finds a line for readers that is no part of the answer, only when one reads it.
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
    spies: int | None = None
    remark: Callable[[], str | None] = field(default=lambda: None, compare=False, repr=False)

    @property
    def notes(self) -> tuple[str, ...]:
        """Remark and sources of the numbers."""
        remark = self.remark()
        return (*([remark] if remark else []), *super().notes)

    @property
    def value(self) -> float:
        """The state's value, equal to its best action's value."""
        return self.state_value

    @property
    def n(self) -> int:
        """Number of unseen cards."""
        return sum(self.unseen.values())

    @property
    def facts(self) -> tuple[str, ...]:
        """Facts besides the hand, in words."""
        lead = self.lead or 0
        facts = {
            f"{self.n} cards unseen": True,
            f"opponent holds {self.opponent}": self.opponent,
            f"opponent knows your {self.opponent_knows}": self.opponent_knows,
            "opponent's Handmaid is up": self.handmaid,
            _SPIES[self.spies or 0]: self.spies,
            f"{abs(lead)} {'ahead' if lead > 0 else 'behind'} in discards": lead,
        }
        return tuple(fact for fact, is_known in facts.items() if is_known)

    @property
    def title(self) -> str:
        """The hand, and what to play."""
        return f"{self.hand[0]} and {self.hand[1]}: play {self.text}"

    @property
    def context(self) -> tuple[str, ...]:
        """Rules and facts on a single line."""
        by = "" if self.scoring == Scoring.HALF else f" scored by {self.scoring}"
        return (f"{self.variant} rules{by}, {', '.join(self.facts)}",)

    @property
    def shown(self) -> tuple[ActionValue[Action], ...]:
        """Actions, with equally valued guesses merged."""
        guesses: dict[Action, list[ActionValue[Action]]] = {}
        for action in self.actions:
            guesses.setdefault(action.action._replace(guess=None), []).append(action)
        shown = []
        for action in self.actions:
            first, *others = guesses[action.action._replace(guess=None)]
            if not others or any(other.value != first.value for other in others):
                shown.append(action)
            elif action is first:
                shown.append(replace(first, text=f"{first.text.split(',')[0]}, any guess"))
        return tuple(shown)

    def mark(self, action: ActionValue[Action]) -> str:
        """Return whether an action shares the first place with others."""
        is_shared = sum(other.is_best for other in self.shown) > 1
        return " equally good" if action.is_best and is_shared else ""

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, ready for JSON."""
        known = ("opponent", "opponent_knows", "handmaid")
        names = ("variant", "scoring", "hand", "n", "unseen", "lead", *known)
        plain = super().to_dict() | {name: getattr(self, name) for name in names}
        return plain if self.spies is None else plain | {"spies": self.spies}

    def __str__(self) -> str:
        """Return the answer in words, one action per line."""
        is_chance = self.unit == "win probability"
        worth = f"winning {self.value:.6f}" if is_chance else f"{self.unit} {self.value:+.6f}"
        lines = [
            f"{self.hand[0]} and {self.hand[1]} ({', '.join(self.facts)}): play {self.text}, "
            f"{worth}"
        ]
        lines += [f"  {play.value:.6f}  {play.text}{' *' * play.is_best}" for play in self.actions]
        return "\n".join([*lines, f"* best; {self.source}"])


@dataclass(frozen=True, kw_only=True)
class KeepAnswer(_UnitDisplay, Answer[Keep, ActionValue[Keep]]):
    """Answer after an exchange: the card to keep from two or three.

    Parameters
    ----------
    variant
        The variant of the rules.
    hand
        The cards held, by name.
    unseen
        Copies unseen of each card, as in `PlayAnswer`.
    opponent
        The opponent's card, if known.
    spies
        As in `PlayAnswer`.
    """

    variant: str
    hand: tuple[str, ...]
    unseen: dict[str, int]
    opponent: str | None = None
    spies: int | None = None

    verb = "keep"

    @property
    def value(self) -> float:
        """The value of the best choice."""
        return self.actions[0].value

    @property
    def facts(self) -> tuple[str, ...]:
        """Facts besides the hand, in words."""
        facts = {
            f"{sum(self.unseen.values())} cards unseen": True,
            f"opponent holds {self.opponent}": self.opponent,
            _SPIES[self.spies or 0]: self.spies,
        }
        return tuple(fact for fact, is_known in facts.items() if is_known)

    @property
    def title(self) -> str:
        """The hand, and what to keep."""
        return f"{', '.join(self.hand[:-1])} and {self.hand[-1]}: {self.text}"

    @property
    def context(self) -> tuple[str, ...]:
        """Rules and facts on a single line."""
        return (f"{self.variant} rules, {', '.join(self.facts)}",)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, ready for JSON."""
        names = ("variant", "hand", "unseen", "opponent", "spies")
        return super().to_dict() | {name: getattr(self, name) for name in names}


def play_answer(
    view: View,
    actions: tuple[ActionValue[Action], ...],
    value: float,
    source: str,
    lead: int = 0,
    scoring: Scoring = Scoring.HALF,
) -> PlayAnswer:
    """Return the answer for a player's view; ``lead`` is as in `Situation`."""
    return PlayAnswer(
        actions=actions,
        unit=view.rules.unit,
        source=source,
        state_value=value,
        variant=view.rules.variant,
        scoring=str(scoring),
        hand=(view.hand[0], view.hand[1]),
        unseen=view.unseen,
        opponent=view.opponent,
        opponent_knows=view.opponent_knows,
        handmaid=view.handmaid,
        lead=lead if scoring == Scoring.DISCARDS else None,
        spies=None if view.rules.spy_rule is None else lead,
    )


def keep_answer(
    rules: Rules, held: Held, gains: dict[tuple[int, int], float], source: str
) -> KeepAnswer:
    """Return the answer for cards held after an exchange; ``gains`` are as of `keep_values`."""
    names = [card.name for card in rules.cards]
    keeps = [
        (Keep(names[card], names[first] if first >= 0 else None), gain)
        for (card, first), gain in gains.items()
    ]
    return KeepAnswer(
        actions=rank_choices((keep, keep.text, gain) for keep, gain in keeps),
        unit=rules.unit,
        source=source,
        variant=rules.variant,
        hand=tuple(names[card] for card in held.hand),
        unseen=dict(zip(names, held.unseen, strict=True)),
        opponent=None if held.opponent == UNKNOWN else names[held.opponent],
        spies=None if rules.spy_rule is None else held.spies,
    )
