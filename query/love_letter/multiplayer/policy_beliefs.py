"""Rounds of two told by seats: their history in two-player form, and beliefs by a solved policy."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from llq.errors import IllegalState
from llq.query.love_letter.multiplayer.notation import read_line
from llq.solver.love_letter.multiplayer.rounds import DRAWN, HAND, KEEP, MAY, ODDS, PHASE, REST
from llq.solver.love_letter.multiplayer.watched_round import SeenTurn, WatchedRound
from llq.solver.love_letter.rounds.record import History, PastTurn
from llq.solver.love_letter.rules import Action, Rules
from llq.solver.love_letter.turn import DISCARDS, SEES_THEIRS, SWAPS, compares
from llq.solver.love_letter.variants import rules as find_rules

if TYPE_CHECKING:  # help loads no compiler
    from llq.query.love_letter.multiplayer.followed_party import FollowedParty
    from llq.solver.love_letter.responses.round_likelihoods import RoundLikelihoods


class SolvedBeliefs(NamedTuple):
    """Round with solved-policy likelihoods of the opponent's cards."""

    round: WatchedRound
    surprises: tuple[int, ...]
    """Turns, counted from 1, that the policy never plays; they tell only the possible cards."""


def solved_beliefs(followed: FollowedParty) -> SolvedBeliefs:
    """Return a two-player round with beliefs from the opponent's solved policy.

    Raises
    ------
    IllegalState
        More than two play, or the edition's policy has no second choices.
    TableMissing, StaleTable, CorruptTable
        As `llq.love_letter.table.open_policy` does.

    Examples
    --------
    >>> import llq
    >>> lines = ("0 Guard on 1, guessing Handmaid", "I draw Guard")
    >>> followed = llq.love_letter.rounds.FollowedParty(2, "King", lines, 1, "2019")
    >>> [f"{card.card} {card.chance:.0%}" for card in llq.love_letter.rounds.held_cards(
    ...     solved_beliefs(followed).round)][:3]
    ['Chancellor 100%']
    """
    rules = find_rules(followed.variant)
    if followed.players != 2 or not rules.chooses_twice:
        raise IllegalState(
            "beliefs about table at numbered seats are for two players of the 2019 edition; got "
            f"{followed.players} of {followed.variant}"
        )
    likely, surprises = _likelihoods(rules).after(history_of(followed))
    round_ = followed.round.copy()
    round_.likely[1 - followed.seat] = likely / likely.max()
    round_.likely[ODDS, 1 - followed.seat] = 0.0  # never by chance altogether
    return SolvedBeliefs(round_, surprises)


def believed(followed: FollowedParty, policy: str | None = None) -> SolvedBeliefs:
    """Return a round with ``table`` beliefs, or rule-of-thumb beliefs by default."""
    if policy is None:
        return SolvedBeliefs(followed.round, ())
    if policy != "table":
        raise IllegalState(f"at numbered seats policy is table, or left out; got {policy!r:.40}")
    return solved_beliefs(followed)


@lru_cache(maxsize=1)
def _likelihoods(rules: Rules) -> RoundLikelihoods:
    """Return opponent-card likelihoods under a variant's policy."""
    from llq.query.love_letter.exact.matches import make_policies
    from llq.solver.love_letter.responses.round_likelihoods import RoundLikelihoods

    (policy,) = make_policies(rules, ["table"])
    return RoundLikelihoods(rules, policy)


def history_of(followed: FollowedParty) -> History:
    """Return a player's memory of a two-player round.

    A guess blocked by a Handmaid is not recorded; the first legal guess stands in.
    """
    round_, seat = replace(followed, lines=()).round.copy(), followed.seat
    names, drawn, extra, turns = round_.names, "", tuple[str, ...](), list[PastTurn]()
    dealt, left = names[round_.view[HAND + seat]], round_.view[REST:].tolist()
    cards = zip(round_.rules.cards, left, strict=False)
    face_up = tuple(card.name for card, rest in cards for _ in range(card.copies - rest))
    for line in followed.lines:
        before, event = round_.copy(), read_line(round_, line)
        if isinstance(event, int):
            round_.draw(event)
            drawn = names[event]
            continue
        round_.hear(event)
        if round_.view[PHASE] == KEEP:  # the player's own, still to be made
            extra = tuple(names[card] for card in event.drew)
            continue
        is_own = before.mover == seat
        own_draw = drawn if is_own else None
        turns.append(past_turn(before, round_, event, own_draw, _action(before, event)))
        drawn = "" if is_own else drawn
    return History(seat == 0, face_up, dealt, drawn, tuple(turns), extra)


def past_turn(
    before: WatchedRound, after: WatchedRound, turn: SeenTurn, drawn: str | None, action: Action
) -> PastTurn:
    """Convert a turn to two-player form, using knowledge before and after.

    ``drawn`` is the card that the player drew for a turn of their own.
    """
    seat, names = before.seat, [*before.names, None]  # -1, no card, reads None
    is_own, is_aimed = before.mover == seat, turn.target >= 0
    may = int(before.party.cards[turn.card, MAY]) if is_aimed else 0
    is_tie = compares(may) and turn.out < 0
    looks = bool(may & SEES_THEIRS) and not compares(may)
    own, opponent = (int(after.view[HAND + player]) for player in (seat, 1 - seat))
    is_gained = may & SWAPS or (may & DISCARDS and turn.target == seat) or turn.kept >= 0
    extra, returned = list[int](), list[int]()
    if turn.kept >= 0:
        extra = [*turn.drew]
        returned = [int(before.view[HAND + seat] + before.view[DRAWN]) - turn.card, *extra]
        for card in (turn.kept, turn.last):
            returned.remove(card)
        returned.append(turn.last)
    return PastTurn(
        is_own=is_own,
        action=action,
        drawn=drawn,
        discarded=names[turn.gone] if may & DISCARDS else None,
        gained=names[own] if is_gained else None,
        seen=names[opponent] if is_tie or may & SWAPS or (looks and is_own) else None,
        result="missed" if turn.named >= 0 and turn.out < 0 else "equal" if is_tie else "",
        is_exposed=bool(is_tie or may & SWAPS or (looks and not is_own)),
        extra=tuple(before.names[card] for card in extra),
        returned=tuple(before.names[card] for card in returned),
    )


def _action(before: WatchedRound, turn: SeenTurn) -> Action:
    """Return a turn's action in two-player form."""
    target, names = None, before.names
    if int(before.party.cards[turn.card, MAY]) & DISCARDS:
        target = "self" if turn.target == before.mover else "opponent"
    return next(
        action
        for action in before.rules.actions
        if (action.card, action.target) == (names[turn.card], target)
        and (turn.named < 0 or action.guess == names[turn.named])
    )
