"""Stored-policy answers, available without the value table."""

from dataclasses import dataclass
from typing import Any

from llq.errors import IllegalState
from llq.query.answers import ActionValue, Answer, Records, Table, plain_action
from llq.query.love_letter.answers import KeepAnswer, PlayAnswer, keep_answer, play_answer
from llq.query.love_letter.table.action_ranking import rank_actions
from llq.query.love_letter.table.keeping import split_hand
from llq.query.love_letter.table.policy import PolicyTable, cached_policy
from llq.query.love_letter.table.table import Table as ValueTable
from llq.solver.love_letter.rules import Choice, Rules
from llq.solver.love_letter.table import exchange
from llq.solver.love_letter.table.states import Held, State
from llq.solver.love_letter.turn import make_branches
from llq.solver.love_letter.views import View


@dataclass(frozen=True, kw_only=True)
class PolicyAnswer(Answer[Choice, ActionValue[Choice]]):
    """Answer without values: the best play or kept card, and no ``actions``.

    Parameters
    ----------
    choice
        What to play or keep.
    words
        The same in words.
    heading
        The hand, and what to do.
    about
        The rules and what was seen, a line each.
    question
        What was asked, as plain data.
    """

    choice: Choice
    words: str
    heading: str
    about: tuple[str, ...]
    question: dict[str, Any]

    @property
    def best(self) -> Choice:
        """The play or card to keep."""
        return self.choice

    @property
    def text(self) -> str:
        """The same in words."""
        return self.words

    @property
    def title(self) -> str:
        """The hand, and what to do."""
        return self.heading

    @property
    def context(self) -> tuple[str, ...]:
        """Rules and facts on separate lines."""
        return *self.about, ""

    @property
    def tables(self) -> tuple[Table, ...]:
        """None: no play is valued."""
        return ()

    @property
    def notes(self) -> tuple[str, ...]:
        """Command that builds the values, and the answer's source."""
        command = ValueTable.build_command(variant=self.question["variant"])
        return f"The best alone; to have each valued, solve them once: {command}", *super().notes

    def records(self, part: str = "actions") -> Records:  # noqa: ARG002 - as of other answers
        """Return the choice as a flat row: text and parts."""
        row = {"action": self.words} | self.choice._asdict()
        return Records(tuple(row), [row])

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, ready for JSON; its value is None."""
        return super().to_dict() | self.question | {"best": plain_action(self.choice)}

    def __str__(self) -> str:
        """Return the answer in words."""
        return "\n".join((self.heading, *self.about, *self.notes))


def policy_answer(rules: Rules, state: State, lead: int = 0) -> PolicyAnswer:
    """Return the policy's action in a state, with ``lead`` from `Situation`."""
    policy = cached_policy(rules)
    place = policy.state_place(state, lead)
    action = int(policy.packed_actions[place])
    view, ranked = View(rules, state), rank_actions(rules, {action: 0.0})
    answer = play_answer(view, ranked, 0.0, policy.source, lead)
    if not policy.packed_reached[place]:
        raise IllegalState(
            f"no deal and no order of plays leads to {' and '.join(answer.hand)} with "
            f"{', '.join(answer.facts)}, with no or with three cards face up at the start"
        )
    return _without_values(answer, policy)


def policy_keep(rules: Rules, held: Held) -> PolicyAnswer:
    """Return which card a variant's policy keeps; ``held`` is one that `check_held` lets pass."""
    policy, room = cached_policy(rules), make_branches(len(rules.cards)).exchange
    exchange.list_options(*split_hand(held), room)
    card, first = room.options[policy.packed_keeps[policy.keep_place(held)]].tolist()
    return _without_values(keep_answer(rules, held, {(card, first): 0.0}, policy.source), policy)


def _without_values(answer: PlayAnswer | KeepAnswer, policy: PolicyTable) -> PolicyAnswer:
    general = ("best", "text", "value", "unit", "actions", "source")
    return PolicyAnswer(
        actions=(),
        unit=answer.unit,
        source=policy.source,
        choice=answer.best,
        words=answer.text,
        heading=answer.title,
        about=answer.context,
        question={name: part for name, part in answer.to_dict().items() if name not in general},
    )
