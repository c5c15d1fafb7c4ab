"""Outcomes of an action: revealed card, opponent reply and next turn.

A play is followed against all cards that the player cannot see (`transitions`): what it shows, what
the opponent draws and plays by the table, what the player draws then. Every state on the way has
these cards fixed, and so a value of its own in the table. So an action's value is the sum over its
outcomes of chance times value.

An outcome's value is that of its replies likewise, but where the opponent's best plays of both
cards are equally good on average and differ against the player's own card: there the table counts
the average, as the thesis does (`solver`), and a reply is one of the plays.

A reply's value takes into account what it tells of the card that the opponent kept. The table's
value of the player's next turn does not: to it all unseen cards are equally likely.
"""

import os
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple, Unpack

from llq.query.answers import plain_action
from llq.query.love_letter.observation import CardName, Seen, situation
from llq.query.love_letter.table.table import Table, cached_table
from llq.query.love_letter.table.transitions import (
    Result,
    find_hidden,
    kept_card,
    legal_number,
    numbers_at,
    states_at,
    take_step,
    visible,
)
from llq.query.love_letter.variant_tables import find_scoring
from llq.solver.love_letter import turn as effects
from llq.solver.love_letter import variants
from llq.solver.love_letter.rounds.rule_tables import may_do
from llq.solver.love_letter.rules import Action, Rules
from llq.solver.love_letter.table.states import UNKNOWN, State


@dataclass(frozen=True, slots=True, kw_only=True)
class NextTurn:
    """A possible situation of the player's next turn.

    Parameters
    ----------
    state, lead
        As tables take them.
    chance
        How likely the action leads here.
    value
        The player's value here, given all that led here.
    """

    state: State
    lead: int
    chance: float
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """Possible reply of the table after an action, with named cards.

    Parameters
    ----------
    action, text
        What they play, and the same in words.
    shown
        The card that it shows: their own, by a Baron, a King or a Prince on themselves.
    result
        How the round stands then.
    chance
        How likely all this is; the chances of an outcome's replies sum to the outcome's.
    value
        Its value to the player, in the unit of the rules.
    turns
        Where the player may be next, the likeliest first; none where the round is over.
    """

    action: Action
    text: str
    shown: str | None
    result: Result
    chance: float
    value: float
    turns: tuple[NextTurn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Immediate outcome of an action, with named cards.

    Parameters
    ----------
    shown
        The card that the action showed: the opponent's, or the one that the player got for the hand
        that the action took away.
    result
        How the round stands then.
    chance
        How likely it is; the chances of an action's outcomes sum to one.
    value
        Its value to the player, in the unit of the rules.
    replies
        What the opponent may play then, the likeliest first; none where the round is over.
    """

    shown: str | None
    result: Result
    chance: float
    value: float
    replies: tuple[Reply, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the outcome as plain data, ready for JSON."""
        return asdict(self) | {"replies": [_plain_reply(reply) for reply in self.replies]}

    def __str__(self) -> str:
        """Return the outcome in one line."""
        suffix = f", showing {self.shown}" if self.shown else ""
        return f"{self.result}{suffix}: chance {self.chance:.4f}, worth {self.value:.4f}"


@dataclass(frozen=True, slots=True)
class Outcomes:
    """All that an action may lead to."""

    text: str
    """The action in words."""
    outcomes: tuple[Outcome, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the outcomes as plain data, ready for JSON."""
        return {"outcomes": [outcome.to_dict() for outcome in self.outcomes]}

    def __str__(self) -> str:
        """Return the outcomes in words, one per line."""
        first = f"{self.text} leads to one of {len(self.outcomes)} outcomes"
        return "\n".join((first, *map(str, self.outcomes)))


class _Key(NamedTuple):
    """Key that identifies a reply: the action and the card by number."""

    action: int
    shown: int
    result: Result


class _Sums:
    """Accumulated probability and value contribution."""

    def __init__(self) -> None:
        self.chance = self.value = 0.0

    def add(self, chance: float, value: float) -> None:
        self.chance += chance
        self.value += chance * value


class _Followed:
    """Outcome under construction, while its branches are followed."""

    def __init__(self) -> None:
        self.sums = _Sums()
        self.replies: dict[_Key, _Sums] = defaultdict(_Sums)
        self.turns: dict[_Key, dict[tuple[State, int], _Sums]] = defaultdict(
            lambda: defaultdict(_Sums)
        )


_TURNED = {Result.WON: Result.LOST, Result.LOST: Result.WON}


def play_outcomes(
    card_1: CardName,
    card_2: CardName,
    action: Action,
    *,
    variant: str = "classic",
    scoring: str = "half",
    path: str | os.PathLike[str] | None = None,
    **seen: Unpack[Seen],
) -> tuple[Outcome, ...]:
    """Return an action's possible outcomes until the player's next turn, likeliest first.

    Parameters
    ----------
    card_1, card_2, variant, scoring, path, seen
        As in `llq.lookup`.
    action
        One of its answer's.

    Raises
    ------
    IllegalAction
        The action is not legal.
    IllegalState, TableMissing, StaleTable, CorruptTable
        As `llq.lookup` does.

    Examples
    --------
    >>> import llq
    >>> best = llq.lookup(1, 8)
    >>> found = llq.love_letter.table.outcomes(1, 8, best.best)
    >>> [(str(one.result), round(one.chance, 4)) for one in found]
    [('goes on', 0.8571), ('won', 0.1429)]
    >>> abs(sum(one.chance * one.value for one in found) - best.value) < 1e-9
    True
    """
    rules, rule = variants.round_rules(variant), find_scoring(scoring)
    observed = situation(rules, (card_1, card_2), scoring=rule, **seen)
    table = cached_table(rules, rule, path)
    table.lookup(*observed)  # for its error
    return follow(table, observed.state, observed.lead, action)


def follow(table: Table, state: State, lead: int, action: Action) -> tuple[Outcome, ...]:
    """Return an action's possible outcomes in a state; see `play_outcomes`."""
    rules = table.rules
    number = legal_number(rules, state, action)
    outcomes: dict[tuple[int, Result], _Followed] = defaultdict(_Followed)
    handed: dict[tuple[int, int, int], float] = defaultdict(float)
    for hidden, likely in find_hidden(state):
        step = take_step(table, state, lead, number, hidden)
        shown_card = _shown(rules, state, number, hidden)
        for result, share, payoff in step.ends:
            outcomes[shown_card, result].sums.add(likely * share, payoff)
        for rank, share in step.branches:
            handed[shown_card, step.lead, rank] += likely * share
    total = rules.arrays.payoff_sum.item()
    is_dealt = _may(rules, state, number) & effects.DISCARDS_OWN  # a card for the one kept
    turns: dict[tuple[int, _Key, int, int], float] = defaultdict(float)
    next_states = list(states_at(table, [rank for _, _, rank in handed]))
    values = numbers_at(table, table.values, [(rank, -own) for _, own, rank in handed])
    replies = _choices(table, next_states, [-own for _, own, _ in handed])
    for ((shown_card, own_lead, _), likely), next_state, value, reply in zip(
        handed.items(), next_states, values.tolist(), replies, strict=True
    ):
        seen = next_state.opponent if is_dealt else shown_card
        outcome = outcomes[seen, Result.GOES_ON]
        outcome.sums.add(likely, total - value)
        shows = _may(rules, next_state, reply) & (effects.SHOWS_OWN | effects.DISCARDS_OWN)
        reply_card = kept_card(rules, next_state, reply) if shows else UNKNOWN
        for hidden, chance in find_hidden(next_state):
            step = take_step(table, next_state, -own_lead, reply, hidden)
            for result, share, payoff in step.ends:
                key = _Key(reply, reply_card, _TURNED.get(result, result))
                outcome.replies[key].add(likely * chance * share, total - payoff)
            key = _Key(reply, reply_card, Result.GOES_ON)
            for rank, share in step.branches:
                turns[seen, key, -step.lead, rank] += likely * chance * share
    values = numbers_at(table, table.values, [(rank, own) for _, _, own, rank in turns])
    for ((seen, key, own_lead, _), likely), next_state, value in zip(
        turns.items(),
        states_at(table, [rank for _, _, _, rank in turns]),
        values.tolist(),
        strict=True,
    ):
        outcome = outcomes[seen, Result.GOES_ON]
        outcome.replies[key].add(likely, value)
        outcome.turns[key][visible(next_state), own_lead].add(likely, value)
    results = [_outcome(rules, *key, followed) for key, followed in outcomes.items()]
    return tuple(sorted(results, key=lambda outcome: -outcome.chance))


def _choices(table: Table, states: Sequence[State], leads: Sequence[int]) -> list[int]:
    """Return the table's actions for states, hiding fixed cards unknown to the mover."""
    ranks = [table.space.rank(visible(state)) for state in states]
    places = zip(ranks, leads, strict=True)
    return [int(number) for number in numbers_at(table, table.actions_chosen, places)]


def _may(rules: Rules, state: State, number: int) -> int:
    return may_do(rules, number, state.maid)


def _shown(rules: Rules, state: State, number: int, hidden: int) -> int:
    """Return the card revealed by a play, before any gained card."""
    may = _may(rules, state, number)
    return hidden if may & (effects.SEES_THEIRS | effects.DISCARDS_THEIRS) else UNKNOWN


def _outcome(rules: Rules, shown_card: int, result: Result, followed: _Followed) -> Outcome:
    replies = []
    for key, sums in followed.replies.items():
        turns = [
            NextTurn(state=state, lead=lead, chance=at.chance, value=at.value / at.chance)
            for (state, lead), at in followed.turns[key].items()
        ]
        action = rules.actions[key.action]
        reply = Reply(
            action=action,
            text=rules.describe(action),
            shown=_name(rules, key.shown),
            result=key.result,
            chance=sums.chance,
            value=sums.value / sums.chance,
            turns=tuple(sorted(turns, key=lambda turn: -turn.chance)),
        )
        replies.append(reply)
    sums = followed.sums
    return Outcome(
        shown=_name(rules, shown_card),
        result=result,
        chance=sums.chance,
        value=sums.value / sums.chance,
        replies=tuple(sorted(replies, key=lambda reply: -reply.chance)),
    )


def _name(rules: Rules, card: int) -> str | None:
    return None if card == UNKNOWN else rules.cards[card].name


def _plain_reply(reply: Reply) -> dict[str, Any]:
    turns = [asdict(turn) | {"state": turn.state._asdict()} for turn in reply.turns]
    return asdict(reply) | {"action": plain_action(reply.action), "turns": turns}
