"""Beliefs about an opponent who plays a solved policy, in a followed round of two.

`history_of` converts a round to two-player form; `RoundLikelihoods` weighs its opponent's cards.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from llq.errors import IllegalState
from llq.query.love_letter.multiplayer.two_player_history import history_of
from llq.solver.love_letter.multiplayer import rounds
from llq.solver.love_letter.multiplayer.watched_round import WatchedRound
from llq.solver.love_letter.rules import Rules
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
    round_.likely[rounds.ODDS, 1 - followed.seat] = 0.0  # never by chance altogether
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
