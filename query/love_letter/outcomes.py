"""Outcomes of an action: what it shows, the opponent's reply and the player's next turn.

A play is followed against each card that the opponent may hold: what it shows, what the opponent
draws and plays by the table, what the player draws then. Every step is one of `turn.play_card`,
whose branches are states with the other player's card fixed; these have values of their own in the
table. So an action's value is the sum over its outcomes of chance times value.

An outcome's value is that of its replies likewise, but where the opponent's best plays of both
cards are equally good on average and differ against the player's own card: there the table counts
the average, as the thesis does (`solver`), and a reply is one of the plays.

A reply's value takes into account what it tells of the card that the opponent kept. The table's
value of the player's next turn does not: to it all unseen cards are equally likely.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar, Unpack

import numpy as np

from llq.errors import IllegalAction, IllegalState
from llq.query.answers import plain_action
from llq.query.love_letter.lookups import kept_table
from llq.query.love_letter.observation import CardName, Seen, situation
from llq.query.love_letter.table import Table
from llq.query.love_letter.table_format import find_scoring
from llq.solver.love_letter import turn, variants
from llq.solver.love_letter.rules import Action, Effect, Rules, Target
from llq.solver.love_letter.states import UNKNOWN, State, StateSpace
from llq.solver.love_letter.views import legal_actions

__all__ = ["Hit", "NextTurn", "Outcome", "Reply", "Result", "find_hits", "follow", "play_outcomes"]


class Result(StrEnum):
    """How a round stands for the player."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    GOES_ON = "goes on"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """What an action does to one card of the opponent, before the opponent has a turn.

    Parameters
    ----------
    card
        The opponent's card.
    chance
        How likely they hold it, all unseen cards taken as equally likely.
    won, lost, drawn
        The chances that the round ends so if they do.
    """

    card: str
    chance: float
    won: float
    lost: float
    drawn: float


@dataclass(frozen=True, slots=True, kw_only=True)
class NextTurn:
    """A situation in which the player may be at the next turn.

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
    """What the opponent may play after an action, by the table; cards are named.

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
    """What an action may lead to at once; cards are named.

    Parameters
    ----------
    shown
        The card that the action showed: the opponent's, or the one drawn for the hand that the
        player's own Prince put down.
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


class _Key(NamedTuple):
    """What tells replies apart; the action and the card by number."""

    action: int
    shown: int
    result: Result


class _Sums:
    """A chance and its part of the value, added up."""

    def __init__(self) -> None:
        self.chance = self.value = 0.0

    def add(self, chance: float, value: float) -> None:
        self.chance += chance
        self.value += chance * value


class _Followed:
    """What is known of an outcome while its branches are followed."""

    def __init__(self) -> None:
        self.sums = _Sums()
        self.replies: dict[_Key, _Sums] = defaultdict(_Sums)
        self.turns: dict[_Key, dict[tuple[State, int], _Sums]] = defaultdict(
            lambda: defaultdict(_Sums)
        )


class _Step(NamedTuple):
    """One play against one card: how it may end the round, and the turns it may lead to."""

    ends: list[tuple[Result, float, float]]
    """How, how likely, and what it pays whoever played."""
    branches: list[tuple[int, float]]
    """Ranks of the other player's states, with the card of whoever played fixed, and chances."""
    lead: int
    """Of whoever played, after it."""


_Ranked = TypeVar("_Ranked", bound=tuple[Any, ...])
_TURNED = {Result.WON: Result.LOST, Result.LOST: Result.WON}
_COMPARES = (Effect.COMPARE, Effect.COMPARE_LOW)


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
    """Return what may come of an action until the player's next turn, the likeliest first.

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
        As `llq.lookup` does; the former also where the aside card may come to be known.

    Examples
    --------
    >>> import llq
    >>> best = llq.lookup(1, 8)
    >>> found = llq.love_letter.play_outcomes(1, 8, best.best)
    >>> [(str(one.result), round(one.chance, 4)) for one in found]
    [('goes on', 0.8571), ('won', 0.1429)]
    >>> abs(sum(one.chance * one.value for one in found) - best.value) < 1e-9
    True
    """
    rules, rule = variants.rules(variant), find_scoring(scoring)
    asked = situation(rules, (card_1, card_2), scoring=rule, **seen)
    table = kept_table(rules, rule, path)
    table.lookup(*asked)  # for its error
    return follow(table, State(*asked.state[:7]), asked.lead, action)


def follow(table: Table, state: State, lead: int, action: Action) -> tuple[Outcome, ...]:
    """Return what may come of an action in a state of a table; see `play_outcomes`."""
    rules = table.rules
    number = _number(rules, state, action)
    shows = _shows(rules, state, number)
    outcomes: dict[tuple[int, Result], _Followed] = defaultdict(_Followed)
    handed: dict[tuple[int, int, int], float] = defaultdict(float)
    for theirs, likely in _their_cards(state):
        step = _play(table, state, lead, number, theirs)
        shown = theirs if shows else UNKNOWN
        for result, share, payoff in step.ends:
            outcomes[shown, result].sums.add(likely * share, payoff)
        for rank, share in step.branches:
            handed[shown, step.lead, rank] += likely * share
    total = rules.arrays.payoff_sum.item()
    is_redrawn = _is_own_redraw(rules, state, number)
    turns: dict[tuple[int, _Key, int, int], float] = defaultdict(float)
    for ((shown, own_lead, rank), likely), at in _with_states(table.space, handed):
        seen = at.opponent if is_redrawn else shown
        outcome = outcomes[seen, Result.GOES_ON]
        outcome.sums.add(likely, total - _value(table, rank, -own_lead))
        reply = _choice(table, at, -own_lead)
        step = _play(table, at, -own_lead, reply, at.opponent)
        told = _kept(rules, at, reply) if _shows_own(rules, at, reply) else UNKNOWN
        for result, share, payoff in step.ends:
            key = _Key(reply, told, _TURNED.get(result, result))
            outcome.replies[key].add(likely * share, total - payoff)
        for then, share in step.branches:
            turns[seen, _Key(reply, told, Result.GOES_ON), -step.lead, then] += likely * share
    for ((seen, key, own_lead, rank), likely), at in _with_states(table.space, turns):
        outcome, value = outcomes[seen, Result.GOES_ON], _value(table, rank, own_lead)
        known = at if at.known else at._replace(opponent=UNKNOWN)
        outcome.replies[key].add(likely, value)
        outcome.turns[key][known, own_lead].add(likely, value)
    found = [_outcome(rules, *key, followed) for key, followed in outcomes.items()]
    return tuple(sorted(found, key=lambda one: -one.chance))


def find_hits(table: Table, state: State, lead: int, action: Action) -> tuple[Hit, ...]:
    """Return what an action does to each card that the opponent may hold.

    Raises
    ------
    IllegalAction
        The action is not legal.

    Examples
    --------
    >>> from llq.love_letter import open_table
    >>> table = open_table()
    >>> state = table.state((3, 8))
    >>> {hit.card: hit.won for hit in find_hits(table, state, 0, Action("Baron"))}["Guard"]
    1.0
    """
    number = _number(table.rules, state, action)
    hits = []
    for theirs, chance in _their_cards(state):
        ends: dict[Result, float] = defaultdict(float)
        for result, share, _ in _play(table, state, lead, number, theirs).ends:
            ends[result] += share
        card = table.rules.cards[theirs].name
        won, lost, drawn = (ends[one] for one in (Result.WON, Result.LOST, Result.DRAWN))
        hits.append(Hit(card=card, chance=chance, won=won, lost=lost, drawn=drawn))
    return tuple(hits)


def _number(rules: Rules, state: State, action: Action) -> int:
    """Return the number of a legal action."""
    if rules.tracks_aside:
        raise IllegalState(
            f"what follows a play is worked out where the aside card stays out of the round, not "
            f"in {rules.variant} Love Letter"
        )
    legal = legal_actions(rules, state)
    if action not in legal:
        words = "; ".join(rules.describe(one) for one in legal)
        raise IllegalAction(f"{action!r} is not legal; legal are {words}")
    return rules.action_numbers[action]


def _their_cards(state: State) -> Iterator[tuple[int, float]]:
    """Yield the cards that the opponent may hold, with their chances."""
    if state.known:
        yield state.opponent, 1.0
        return
    total = sum(state.unseen)
    yield from ((card, left / total) for card, left in enumerate(state.unseen) if left)


def _play(table: Table, state: State, lead: int, number: int, theirs: int) -> _Step:
    """Return what comes of a play against one card of the other player."""
    game, layout = table.rules.arrays, table.space.layout
    card, argument = table.rules.plays[number]
    if turn.is_hit(game, card, argument, theirs, int(state.maid)):
        return _Step([(Result.WON, 1.0, game.payoff_hit.item(theirs))], [], lead)
    if game.effects[card] == Effect.GUESS:
        argument = turn.MISS
    pool = turn.take_card(layout, turn.make_pool(layout, np.array(state.unseen)), theirs)
    kept_known = turn.is_kept_known(state.low, state.high, card, state.hand_known)
    facts = turn.Turn(int(state.maid), int(state.known), kept_known)
    hand = turn.HandPlay(card, argument, _kept(table.rules, state, number))
    branches = turn.make_branches(len(table.rules.cards))
    outcome = turn.play_card(game, layout, pool, hand, theirs, facts, branches)
    lead = lead + int(outcome.gain)
    tied = Result.DRAWN
    if table.leads is not None and lead:
        tied = Result.WON if lead > 0 else Result.LOST
    total, ways = game.payoff_sum.item(), int(outcome.ways)
    payoffs = {Result.WON: 1.0, Result.LOST: total - 1.0, Result.DRAWN: total / 2}
    found = [(Result.WON, outcome.win), (Result.LOST, outcome.loss), (tied, outcome.tie)]
    ranks = layout.offset[branches.cell[: outcome.count]] + branches.place[: outcome.count]
    shares = branches.ways[: outcome.count] / ways
    return _Step(
        [(how, int(share) / ways, payoffs[how]) for how, share in found if share],
        list(zip(ranks.tolist(), shares.tolist(), strict=True)),
        lead,
    )


def _choice(table: Table, state: State, lead: int) -> int:
    """Return what the table plays in a state with the other player's card fixed."""
    seen = state if state.known else state._replace(opponent=UNKNOWN)
    return int(table.actions_chosen.item(table.entry(table.space.rank(seen), lead)))


def _value(table: Table, rank: int, lead: int) -> float:
    return float(table.values.item(table.entry(rank, lead)))


def _with_states(
    space: StateSpace, chances: dict[_Ranked, float]
) -> Iterator[tuple[tuple[_Ranked, float], State]]:
    """Yield the entries of a dictionary whose keys end in a rank, with the states of these."""
    low, high, unseen, opponent, maid, known, exposed = (
        column.tolist() for column in space.unrank_many([key[-1] for key in chances])
    )
    columns = zip(low, high, unseen, opponent, maid, known, exposed, strict=True)
    for entry, (a, b, left, card, is_maid, is_known, p) in zip(
        chances.items(), columns, strict=True
    ):
        yield entry, State(a, b, tuple(left), card, bool(is_maid), bool(is_known), p)


def _kept(rules: Rules, state: State, number: int) -> int:
    return state.low + state.high - rules.plays[number].card


def _is_own_redraw(rules: Rules, state: State, number: int) -> bool:
    """Return whether a play makes its own player draw a new card."""
    card, argument = rules.plays[number]
    return rules.cards[card].effect == Effect.REDRAW and (state.maid or argument == Target.SELF)


def _shows(rules: Rules, state: State, number: int) -> bool:
    """Return whether a play shows the other player's card to whoever plays it."""
    effect = rules.cards[rules.plays[number].card].effect
    shows = effect in (Effect.LOOK, Effect.SWAP, Effect.REDRAW, *_COMPARES)
    return shows and not state.maid and not _is_own_redraw(rules, state, number)


def _shows_own(rules: Rules, state: State, number: int) -> bool:
    """Return whether a play shows the card kept beside it to the other player."""
    effect = rules.cards[rules.plays[number].card].effect
    if _is_own_redraw(rules, state, number):
        return True
    return effect in (Effect.SWAP, *_COMPARES) and not state.maid


def _outcome(rules: Rules, shown: int, result: Result, followed: _Followed) -> Outcome:
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
            turns=tuple(sorted(turns, key=lambda one: -one.chance)),
        )
        replies.append(reply)
    sums = followed.sums
    return Outcome(
        shown=_name(rules, shown),
        result=result,
        chance=sums.chance,
        value=sums.value / sums.chance,
        replies=tuple(sorted(replies, key=lambda one: -one.chance)),
    )


def _name(rules: Rules, card: int) -> str | None:
    return None if card == UNKNOWN else rules.cards[card].name


def _plain_reply(reply: Reply) -> dict[str, Any]:
    turns = [asdict(one) | {"state": one.state._asdict()} for one in reply.turns]
    return asdict(reply) | {"action": plain_action(reply.action), "turns": turns}
