"""Policies as tables: the action or the chances of a player in every state.

A *decision state* is one as the mover sees it: the opponent's card is unknown or known,
never fixed without being known. Random is a rule of its own; every other player is an action, or a
few actions with their chances, in each decision state, at every lead that the player distinguishes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalAction, IllegalState, UnknownStrategy
from llq.solver.jit import njit
from llq.solver.love_letter.players import Player, strategic_action
from llq.solver.love_letter.rounds.engine import make_arena
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.leads import LeadIndex, no_leads
from llq.solver.love_letter.table.reach import reachable
from llq.solver.love_letter.table.states import State, StateArrays, state_space
from llq.solver.love_letter.turn import is_barred, is_forced
from llq.solver.love_letter.views import View

MIXED = 256
"""Choices from here on are rows of chances; those below are actions."""


class Policy(NamedTuple):
    """A policy as the kernels take it."""

    is_random: bool
    """Whether it is Random's rule, which is ``options`` alone; else they are empty."""
    options: NDArray[np.int64]
    """(cards, cards, 2): the cards that Random chooses between, as in `Arena`."""
    leads: LeadIndex
    """Where the entries of each state are."""
    choice: NDArray[np.int32]
    """(entries,): the action, or ``MIXED`` + a row."""
    row: NDArray[np.int64]
    """(rows + 1,): where each row begins in ``action`` and ``chance``."""
    action: NDArray[np.uint8]
    """(sum of the rows' lengths,): actions with a chance above 0."""
    chance: NDArray[np.float64]
    """Their chances; those of a row add up to 1."""


def random_policy(rules: Rules) -> Policy:
    """Return Random: either card that does not lose, then any guess or target."""
    space = state_space(rules)
    return _policy(no_leads(space), np.zeros(0, dtype=np.int32), options=make_arena(space).options)


def from_actions(
    rules: Rules, actions: NDArray[np.uint8], leads: LeadIndex | None = None
) -> Policy:
    """Return the policy that plays ``actions``, one an entry of ``leads`` or one a state.

    Raises
    ------
    IllegalState
        There are not as many actions as states.
    """
    space = state_space(rules)
    if leads is None and len(actions) != space.size:
        raise IllegalState(
            f"a policy of {rules.variant} Love Letter has {space.size} entries, one a state "
            f"in rank order; got {len(actions)}"
        )
    return _policy(leads or no_leads(space), actions.astype(np.int32))


def from_probabilities(rules: Rules, chances: NDArray[np.float64]) -> Policy:
    """Return the policy that plays each action with its chance.

    Parameters
    ----------
    chances
        (states, actions), in rank order and as in ``Rules.actions``; only the rows of decision
        states that a game reaches are ever used.

    Raises
    ------
    IllegalState
        The shape is wrong, or a row in use does not hold chances of legal actions that add up
        to 1.
    """
    space = state_space(rules)
    chances = np.asarray(chances, dtype=np.float64)
    if chances.shape != (space.size, len(rules.actions)):
        raise IllegalState(
            f"chances of {rules.variant} Love Letter have the shape "
            f"({space.size}, {len(rules.actions)}): states by actions; got {chances.shape}"
        )
    ranks, states = decision_states(rules)
    legal = legal_mask(rules, states)
    rows = chances[ranks]
    wrong = (
        ~np.isclose(rows.sum(axis=1), 1, rtol=0, atol=1e-12)
        | (rows < 0).any(axis=1)
        | ((rows > 0) & ~legal).any(axis=1)
    )
    if wrong.any():
        rank = int(ranks[wrong.argmax()])
        raise IllegalState(
            f"the chances of {space.unrank(rank)} (rank {rank}) are not those of legal actions "
            f"that add up to 1: {chances[rank]}"
        )
    at, action = np.nonzero(rows)
    choice = np.zeros(space.size, dtype=np.int32)
    choice[ranks] = MIXED + np.arange(len(ranks))
    row = np.searchsorted(at, np.arange(len(ranks) + 1)).astype(np.int64)
    return _policy(
        no_leads(space), choice, row=row, action=action.astype(np.uint8), chance=rows[at, action]
    )


def from_player(rules: Rules, player: Player) -> Policy:
    """Return the policy of a user's player, asked once in every decision state.

    Raises
    ------
    UnknownStrategy
        The player uses its random source, so that no table says what it does.
    IllegalAction
        It chose an action that is not legal.
    """
    space = state_space(rules)
    actions = np.zeros(space.size, dtype=np.uint8)
    ranks, states = decision_states(rules)
    legal, dice = legal_mask(rules, states), _NoDice(player.name)
    for index, (rank, state) in enumerate(zip(ranks.tolist(), _each(states), strict=True)):
        view = View(rules, state)
        action = player.choose(view, dice)
        number = rules.action_numbers.get(action, -1)
        if number < 0 or not legal[index, number]:
            raise IllegalAction(
                f"{player.name} chose {action} in {state}; legal are "
                + ", ".join(map(rules.describe, view.legal))
            )
        actions[rank] = number
    return from_actions(rules, actions)


def strategic_policy(rules: Rules) -> Policy:
    """Return Strategic (`players`) as a table."""
    space, arena = state_space(rules), make_arena(state_space(rules))
    actions = np.zeros(space.size, dtype=np.uint8)
    ranks, states = decision_states(rules)
    _fill_strategic(arena.cards, arena.plays, arena.options, states, ranks, actions)
    return from_actions(rules, actions)


@lru_cache(maxsize=2)
def decision_states(rules: Rules) -> tuple[NDArray[np.int64], StateArrays]:
    """Return the ranks and the states of all decision states that a game reaches."""
    space = state_space(rules)
    ranks = np.flatnonzero(reachable(rules))
    states = space.unrank_many(ranks)
    decides = (states.opponent < 0) | (states.known == 1)
    return ranks[decides], StateArrays(*(column[decides] for column in states))


def legal_mask(rules: Rules, states: StateArrays) -> NDArray[np.bool_]:
    """Return (states, actions) bool: whether each action is legal in each state."""
    game = rules.arrays
    mask = np.zeros((len(states.low), len(rules.actions)), dtype=np.bool_)
    for number, (card, argument) in enumerate(rules.plays):
        for mine, other in ((states.low, states.high), (states.high, states.low)):
            forced = [is_forced(game, other, card) for other in range(len(rules.cards))]
            barred = [is_barred(game, card, argument, maid) for maid in (0, 1)]
            mask[:, number] |= (
                (mine == card) & ~np.array(forced)[other] & ~np.array(barred)[states.maid]
            )
    return mask


def _policy(
    leads: LeadIndex,
    choice: NDArray[np.int32],
    *,
    row: NDArray[np.int64] | None = None,
    action: NDArray[np.uint8] | None = None,
    chance: NDArray[np.float64] | None = None,
    options: NDArray[np.int64] | None = None,
) -> Policy:
    """Return a policy; the parts left out are empty."""
    return Policy(
        options is not None,
        np.zeros((0, 0, 2), dtype=np.int64) if options is None else options,
        leads,
        choice,
        np.zeros(1, dtype=np.int64) if row is None else row,
        np.zeros(0, dtype=np.uint8) if action is None else action,
        np.zeros(0) if chance is None else chance,
    )


def _each(states: StateArrays) -> Iterator[State]:
    for low, high, unseen, opponent, maid, known, hand_known in zip(
        *(column.tolist() for column in states), strict=True
    ):
        yield State(low, high, tuple(unseen), opponent, bool(maid), bool(known), hand_known)


@njit
def _fill_strategic(
    cards: NDArray[np.int64],
    plays: NDArray[np.int64],
    options: NDArray[np.int64],
    states: StateArrays,
    ranks: NDArray[np.int64],
    actions: NDArray[np.uint8],
) -> None:
    """Fill in Strategic's action in each state; ``actions`` is modified in place."""
    for index in range(len(ranks)):
        low, high = states.low[index], states.high[index]
        actions[ranks[index]] = strategic_action(
            cards, plays, options[low, high], low, high, states.opponent[index],
            states.unseen[index], states.maid[index],
        )  # fmt: skip


class _NoDice(Random):
    """A random source for players that must not use one."""

    def __init__(self, name: str) -> None:
        super().__init__(0)
        self._name = name

    def random(self) -> float:
        """Refuse."""
        self._refuse()

    def getrandbits(self, _count: int, /) -> int:
        """Refuse."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise UnknownStrategy(
            f"{self._name} plays at random, so no table says what it does: simulate it, or give "
            "its chances as an array (states, actions)"
        )
