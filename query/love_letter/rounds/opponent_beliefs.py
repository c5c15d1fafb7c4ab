"""Beliefs about the opponent's cards, given past play under a policy."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from numpy.typing import NDArray

from llq.errors import IllegalAction, IllegalState
from llq.query.love_letter.built_in_players import SOLUTION, find_exact_player, is_solution
from llq.query.love_letter.exact.matches import check_exact_match, make_policies
from llq.query.love_letter.observation import CardName, Seen, situation
from llq.query.love_letter.responses.questions import check_unit
from llq.query.love_letter.rounds.card_beliefs import Belief, beliefs_of
from llq.query.love_letter.rounds.policy_beliefs import find_chances, follow_hidden
from llq.query.results import Result
from llq.solver.array_types import Floats
from llq.solver.jobs.progress import Progress
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Action, Rules, Scoring
from llq.solver.love_letter.table.states import UNKNOWN, State

if TYPE_CHECKING:
    from llq.solver.love_letter.exact.policies import Policy
    from llq.solver.love_letter.players import Player
    from llq.solver.love_letter.rounds.record import History

_OF_DISCARDS = ("table_discards", "monte_carlo", "monte_carlo_limit")
"""Built-in players whose choices depend on both discard totals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beliefs(Result):
    """Beliefs about the opponent's hand.

    Parameters
    ----------
    variant, policy
        The rules, and the player that the opponent is taken to be.
    condition
        What the chances are given, in words.
    reached
        How often a round reaches this, in either seat, both players playing the policy; None where
        a whole history is given.
    cards
        A belief for each card unseen, in the order of the rules.
    """

    variant: str
    policy: str
    condition: str
    reached: float | None
    cards: tuple[Belief, ...]

    def _repr_html_(self) -> str:
        from llq.query.text.html import chances_panel

        chances = [
            ((card.card, f"{card.chance:.1%}", f"{card.uniform:.1%}"), card.chance)
            for card in self.cards
        ]
        names = ("the opponent holds", "chance", "by copies")
        return chances_panel("", self.condition, names, chances, f"as {self.policy} plays")

    def __str__(self) -> str:
        """Return the beliefs in one line."""
        chances = ", ".join(f"{card.card} {card.chance:.1%}" for card in self.cards)
        return f"the opponent holds {chances} ({self.condition})"


def beliefs(
    card_1: CardName,
    card_2: CardName,
    policy: str | Player | NDArray[Any] = "table",
    *,
    last: Action | None = None,
    variant: str = "classic",
    path: str | os.PathLike[str] | None = None,
    playouts: int = 1000,
    threads: int = 2,
    progress: Progress = None,
    **seen: Unpack[Seen],
) -> Beliefs:
    """Return the opponent's card probabilities if both players follow a policy.

    They are exact: over all rounds of two such players that reach this state with either of them
    to move, averaged over everything that may have been played before. A player remembers more than
    a state says; `beliefs_after` goes by a whole history.

    Parameters
    ----------
    card_1, card_2
        The hand after drawing.
    policy
        A player as in `exact_match`, but not one that depends on discard totals.
    last
        What the opponent has just played; averaged over all that may have been by default.
    variant, path, playouts, threads
        As in `exact_match`.
    progress
        Called with the shares of the states that rounds were followed through, and their number.
    **seen
        What else the player sees and knows, as in `lookup`.

    Raises
    ------
    IllegalState
        No such state can arise, two players of the policy never reach it, or the policy needs
        discard totals.
    IllegalAction
        The variant has no such action.
    UnknownStrategy, TableMissing, StaleTable, CorruptTable
        As `exact_match` does.

    Examples
    --------
    >>> import llq
    >>> answer = llq.love_letter.rounds.beliefs(1, 5, seen=[7, 1])
    >>> {belief.card: round(belief.chance, 3) for belief in answer.cards}["Prince"]
    0.227
    """
    if isinstance(policy, str) and find_exact_player(policy) in _OF_DISCARDS:
        raise _needs_discards(policy)  # before the minutes that such a policy takes
    rules, name, opponent_policy = _opponent(policy, variant, path, playouts, threads)
    if (opponent_policy.leads.width > 1).any():
        raise _needs_discards(name)
    state = situation(rules, (card_1, card_2), **seen).state
    if last is not None and last not in rules.action_numbers:
        raise IllegalAction(f"{variant} Love Letter has no action {last!r}")
    from llq.solver.love_letter.exact.reach_probabilities import reach_state

    face_up = tuple(map(rules.card, Counter(seen.get("face_up", ())).elements()))
    by_action = reach_state(rules, opponent_policy, state, face_up, progress).sum(axis=0)
    weights = by_action.sum(axis=0) if last is None else by_action[rules.action_numbers[last]]
    played = "" if last is None else f" after {rules.describe(last)}"
    if not weights.sum() > 0:
        raise IllegalState(
            f"two players of {name} never reach this state{played}: there is nothing to go by; "
            "ask about another policy, or without what was played last"
        )
    condition = f"both players play {name}; averaged over all rounds that reach this state{played}"
    return _beliefs(rules, name, condition, float(weights.sum()), state, weights / weights.sum())


def beliefs_after(
    history: History,
    policy: str | Player | NDArray[Any] = "table",
    *,
    variant: str = "classic",
    path: str | os.PathLike[str] | None = None,
    playouts: int = 1000,
    threads: int = 2,
) -> Beliefs:
    """Return the opponent's card probabilities given all of a player's observations.

    Only the opponent is taken to play the policy; the player may have played anything.

    Parameters
    ----------
    history
        ``view.history`` of a custom player.
    policy, variant, path, playouts, threads
        As in `beliefs`; the policy may mind discard totals, or be the ``solution``.

    Raises
    ------
    IllegalState
        The opponent played what the policy never plays, or the history is not one of the variant.
    UnknownStrategy, TableMissing, StaleTable, CorruptTable
        As `exact_match` does.
    """
    from llq.solver.love_letter.responses.round_replay import replay

    opponent_policy = None
    if isinstance(policy, str) and policy.strip().lower() == SOLUTION:
        rules, name = variants.round_rules(variant), SOLUTION
    else:
        rules, name, opponent_policy = _opponent(policy, variant, path, playouts, threads)
    try:
        decisions = replay(rules, history)
    except (KeyError, IndexError) as error:
        raise IllegalState(f"this is not a history of {variant} Love Letter: {error!r}") from error
    if opponent_policy is None:
        chances = find_chances(rules, SOLUTION, len(history.face_up), path)
        hidden = follow_hidden(rules, history, chances)
        weights = None if hidden.surprises else hidden.weights
    else:
        from llq.solver.love_letter.responses.exploiter import follow_round

        weights = follow_round(rules, opponent_policy, history, decisions)
    if weights is None:
        raise IllegalState(
            f"the opponent played what {name} never plays: there is nothing to go by; ask about "
            "another policy"
        )
    condition = f"the opponent plays {name}; all that was seen of the round"
    return _beliefs(rules, name, condition, None, decisions[-1].state, weights)


def _needs_discards(name: str) -> IllegalState:
    return IllegalState(
        f"{name} depends on discard totals; choose a player that depends on the state only"
    )


def _opponent(
    policy: str | Player | NDArray[Any],
    variant: str,
    path: str | os.PathLike[str] | None,
    playouts: int,
    threads: int,
) -> tuple[Rules, str, Policy]:
    query = check_exact_match(policy, policy, variant=variant, playouts=playouts, threads=threads)
    check_unit(query.rules, Scoring.HALF)
    player = query.players[0]
    if is_solution(player):
        if player != SOLUTION:
            raise IllegalState(f"beliefs about {player} are not computed: ask about {SOLUTION}")
        raise IllegalState(
            "beliefs in a state are about players of states, and the solution remembers what was "
            "played: give the whole round (game, or beliefs_after), or another player, as table"
        )
    name = player if isinstance(player, str) else getattr(player, "name", "array")
    policies = make_policies(query.rules, [player], path=path, playouts=playouts, threads=threads)
    return query.rules, name, policies[0]


def _beliefs(
    rules: Rules, name: str, condition: str, reached: float | None, state: State, chances: Floats
) -> Beliefs:
    known_card = state.opponent if state.known else UNKNOWN
    cards = zip(beliefs_of(rules, state.unseen, known_card, chances), state.unseen, strict=True)
    return Beliefs(
        variant=rules.variant,
        policy=name,
        condition=condition,
        reached=reached,
        cards=tuple(belief for belief, left in cards if left),
    )
