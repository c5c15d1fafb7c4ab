"""Beliefs about an opponent who plays a solved policy, in a followed round of two.

A round told by seats is turned into the history that the tables of two go by; by it
`RoundLikelihoods` weighs which cards the opponent may hold.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from llq.errors import IllegalState
from llq.query.love_letter.multiplayer.notation import FollowedParty, read_line
from llq.solver.love_letter.multiplayer.rounds import DRAWN, HAND, KEEP, MAY, PHASE, REST, compares
from llq.solver.love_letter.multiplayer.watched_round import SeenTurn, WatchedRound
from llq.solver.love_letter.rounds.record import History, PastTurn
from llq.solver.love_letter.rules import Action, Rules
from llq.solver.love_letter.turn import DISCARDS, SEES_THEIRS, SWAPS
from llq.solver.love_letter.variants import rules as find_rules

if TYPE_CHECKING:  # help loads no compiler
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
    >>> followed = FollowedParty(2, "King", lines, seat=1, variant="2019")
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
    round_.likely[-2, 1 - followed.seat] = 0.0  # the odds that they play by chance altogether
    return SolvedBeliefs(round_, surprises)


def believed(followed: FollowedParty, policy: str | None = None) -> SolvedBeliefs:
    """Return a round with ``table`` beliefs, or rule-of-thumb beliefs by default."""
    if policy is None:
        return SolvedBeliefs(followed.round, ())
    if policy != "table":
        raise IllegalState(f"at numbered seats policy is table, or left out; got {policy!r:.40}")
    return solved_beliefs(followed)


def history_of(followed: FollowedParty) -> History:
    """Return a player's memory of a two-player round.

    A guess that was behind a Handmaid is named nowhere, and stands as the first that there is.
    """
    rules, names = followed.round.rules, followed.round.names
    drawn, extra, turns = "", tuple[str, ...](), list[PastTurn]()
    for number, line in enumerate(followed.lines):
        before, after = (
            replace(followed, lines=followed.lines[:until]).round for until in (number, number + 1)
        )
        event = read_line(before, line)
        if isinstance(event, int):
            drawn = names[event]
        elif after.view[PHASE] == KEEP:  # the player's own, still to be made
            extra = tuple(names[card] for card in event.drew)
        else:
            own = drawn if before.mover == followed.seat else None
            turns.append(past_turn(before, after, event, own, _action(before, event)))
            drawn = drawn if before.mover != followed.seat else ""
    start = replace(followed, lines=()).round
    dealt = int(start.view[HAND + followed.seat])
    gone = [
        card.copies - int(left) for card, left in zip(rules.cards, start.view[REST:], strict=False)
    ]
    return History(
        is_first=followed.seat == 0,
        face_up=tuple(name for name, count in zip(names, gone, strict=True) for _ in range(count)),
        dealt=names[dealt],
        drawn=drawn,
        turns=tuple(turns),
        extra=extra,
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


def past_turn(
    before: WatchedRound, after: WatchedRound, turn: SeenTurn, drawn: str | None, action: Action
) -> PastTurn:
    """Convert a turn to two-player form, using knowledge before and after.

    ``drawn`` is the card that the player drew for a turn of their own.
    """
    seat, names = before.seat, [*before.names, None]
    is_own, is_aimed = before.mover == seat, turn.target >= 0
    may = int(before.party.cards[turn.card, MAY]) if is_aimed else 0
    is_tie = compares(may) and turn.out < 0
    looks = bool(may & SEES_THEIRS) and not compares(may)
    own, opponent = (int(after.view[HAND + player]) for player in (seat, 1 - seat))
    is_gained = may & SWAPS or (may & DISCARDS and turn.target == seat) or turn.kept >= 0
    rest: list[int] = []
    if turn.kept >= 0:
        rest = [int(before.view[HAND + seat] + before.view[DRAWN]) - turn.card, *turn.drew]
        for card in (turn.kept, turn.last):
            rest.remove(card)
        rest.append(turn.last)
    return PastTurn(
        is_own=is_own,
        action=action,
        drawn=drawn,
        discarded=names[turn.gone] if may & DISCARDS else None,
        gained=names[own] if is_gained else None,
        seen=names[opponent] if is_tie or may & SWAPS or (looks and is_own) else None,
        result="missed" if turn.named >= 0 and turn.out < 0 else "equal" if is_tie else "",
        is_exposed=bool(is_tie or may & SWAPS or (looks and not is_own)),
        extra=tuple(before.names[card] for card in turn.drew) if rest else (),
        returned=tuple(before.names[card] for card in rest),
    )


@lru_cache(maxsize=1)
def _likelihoods(rules: Rules) -> RoundLikelihoods:
    """Return opponent-card likelihoods under a variant's policy."""
    from llq.query.love_letter.exact.matches import make_policies
    from llq.solver.love_letter.responses.round_likelihoods import RoundLikelihoods

    (policy,) = make_policies(rules, ["table"])
    return RoundLikelihoods(rules, policy)
