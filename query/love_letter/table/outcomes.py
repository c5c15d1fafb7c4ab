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
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple, TypeVar, Unpack

from llq.query.answers import plain_action
from llq.query.love_letter.observation import CardName, Seen, situation
from llq.query.love_letter.table.table import Table, cached_table
from llq.query.love_letter.table.transitions import (
    Result,
    find_hidden,
    kept_card,
    legal_number,
    numbers_at,
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


_Event = TypeVar("_Event", Outcome, Reply, NextTurn)


class _ReplyKey(NamedTuple):
    """Key that identifies a reply: the action and the card by number."""

    action: int
    shown: int
    result: Result


class _Turn(NamedTuple):
    """Turn that an action leads to, with the other player's card fixed."""

    shown: int
    """The card that the player's action showed."""
    lead: int
    """The player's lead."""
    rank: int
    reply: _ReplyKey | None = None
    """The opponent's reply before a turn of the player."""


class _Tally:
    """Accumulated probability and value of an event and its continuations."""

    def __init__(self) -> None:
        self.chance = self.total = 0.0
        self.following: dict[Any, _Tally] = defaultdict(_Tally)

    def add(self, chance: float, value: float) -> None:
        self.chance += chance
        self.total += chance * value

    @property
    def value(self) -> float:
        """Mean value."""
        return self.total / self.chance


_Tallies = dict[tuple[int, Result], _Tally]
"""Tallies by the card shown and the result; replies follow, and turns follow replies."""

_OPPOSITES = {Result.WON: Result.LOST, Result.LOST: Result.WON}


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
    >>> outcomes = llq.love_letter.table.outcomes(1, 8, best.best)
    >>> [(str(outcome.result), round(outcome.chance, 4)) for outcome in outcomes]
    [('goes on', 0.8571), ('won', 0.1429)]
    >>> abs(sum(outcome.chance * outcome.value for outcome in outcomes) - best.value) < 1e-9
    True
    """
    rules, rule = variants.round_rules(variant), find_scoring(scoring)
    observed = situation(rules, (card_1, card_2), scoring=rule, **seen)
    table = cached_table(rules, rule, path)
    table.lookup(*observed)  # raises for a state that no round reaches
    return follow(table, observed.state, observed.lead, action)


def follow(table: Table, state: State, lead: int, action: Action) -> tuple[Outcome, ...]:
    """Return an action's possible outcomes in a state; see `play_outcomes`."""
    rules = table.rules
    number = legal_number(rules, state, action)
    tallies: _Tallies = defaultdict(_Tally)
    opponent_turns = _follow_action(table, state, lead, number, tallies)
    is_dealt = bool(may_do(rules, number, state.maid) & effects.DISCARDS_OWN)
    player_turns = _follow_replies(table, opponent_turns, tallies, is_dealt=is_dealt)
    places = [(turn.rank, turn.lead) for turn in player_turns]
    values = numbers_at(table, table.values, places).tolist()
    next_states = table.space.unrank_many([turn.rank for turn in player_turns]).each()
    for (turn, chance), next_state, value in zip(
        player_turns.items(), next_states, values, strict=True
    ):
        reply = tallies[turn.shown, Result.GOES_ON].following[turn.reply]
        reply.add(chance, value)
        reply.following[visible(next_state), turn.lead].add(chance, value)
    return _likeliest_first(_outcome(rules, *key, tally) for key, tally in tallies.items())


def _follow_action(
    table: Table, state: State, lead: int, number: int, tallies: _Tallies
) -> dict[_Turn, float]:
    """Add the ends of the round to ``tallies``; return the opponent's turns, with chances."""
    showing = effects.SEES_THEIRS | effects.DISCARDS_THEIRS
    is_shown = may_do(table.rules, number, state.maid) & showing
    turns: dict[_Turn, float] = defaultdict(float)
    for hidden, chance in find_hidden(state):
        step = take_step(table, state, lead, number, hidden)
        shown = hidden if is_shown else UNKNOWN
        for result, share, payoff in step.ends:
            tallies[shown, result].add(chance * share, payoff)
        for rank, share in step.branches:
            turns[_Turn(shown, step.lead, rank)] += chance * share
    return turns


def _follow_replies(
    table: Table, turns: dict[_Turn, float], tallies: _Tallies, *, is_dealt: bool
) -> dict[_Turn, float]:
    """Add the table's replies to ``tallies``; return the player's next turns, with chances.

    ``is_dealt`` says that the action took away the player's hand, and shows the card got for it.
    """
    rules, total = table.rules, table.rules.arrays.payoff_sum.item()
    next_turns: dict[_Turn, float] = defaultdict(float)
    states = list(table.space.unrank_many([turn.rank for turn in turns]).each())
    values = numbers_at(table, table.values, [(turn.rank, -turn.lead) for turn in turns])
    # The opponent chooses by what they see: cards that they do not know are hidden.
    choices = [
        (table.space.rank(visible(state)), -turn.lead)
        for turn, state in zip(turns, states, strict=True)
    ]
    actions = numbers_at(table, table.actions_chosen, choices)
    for (turn, likelihood), state, value, action in zip(
        turns.items(), states, values.tolist(), actions.tolist(), strict=True
    ):
        shown = state.opponent if is_dealt else turn.shown
        tally = tallies[shown, Result.GOES_ON]
        tally.add(likelihood, total - value)
        is_seen = may_do(rules, action, state.maid) & (effects.SHOWS_OWN | effects.DISCARDS_OWN)
        reply_card = kept_card(rules, state, action) if is_seen else UNKNOWN
        for hidden, chance in find_hidden(state):
            step = take_step(table, state, -turn.lead, action, hidden)
            for result, share, payoff in step.ends:
                key = _ReplyKey(action, reply_card, _OPPOSITES.get(result, result))
                tally.following[key].add(likelihood * chance * share, total - payoff)
            key = _ReplyKey(action, reply_card, Result.GOES_ON)
            for rank, share in step.branches:
                next_turns[_Turn(shown, -step.lead, rank, key)] += likelihood * chance * share
    return next_turns


def _outcome(rules: Rules, shown: int, result: Result, tally: _Tally) -> Outcome:
    replies = (_reply(rules, key, reply) for key, reply in tally.following.items())
    return Outcome(
        shown=_name(rules, shown),
        result=result,
        chance=tally.chance,
        value=tally.value,
        replies=_likeliest_first(replies),
    )


def _reply(rules: Rules, key: _ReplyKey, tally: _Tally) -> Reply:
    action = rules.actions[key.action]
    turns = (
        NextTurn(state=state, lead=lead, chance=turn.chance, value=turn.value)
        for (state, lead), turn in tally.following.items()
    )
    return Reply(
        action=action,
        text=rules.describe(action),
        shown=_name(rules, key.shown),
        result=key.result,
        chance=tally.chance,
        value=tally.value,
        turns=_likeliest_first(turns),
    )


def _likeliest_first(events: Iterable[_Event]) -> tuple[_Event, ...]:
    return tuple(sorted(events, key=lambda event: -event.chance))


def _name(rules: Rules, card: int) -> str | None:
    return None if card == UNKNOWN else rules.cards[card].name


def _plain_reply(reply: Reply) -> dict[str, Any]:
    turns = [asdict(turn) | {"state": turn.state._asdict()} for turn in reply.turns]
    return asdict(reply) | {"action": plain_action(reply.action), "turns": turns}
