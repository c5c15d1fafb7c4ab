"""Policies as tables: a player's action, or action chances, in every state.

A *decision state* is one as the mover sees it: the opponent's card is unknown or known,
never fixed without being known. Random is a rule of its own; every other player is an action, or a
few actions with their chances, in each decision state, at every lead that the player distinguishes.
"""

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState, UnknownStrategy
from llq.solver.jit import njit
from llq.solver.love_letter.players import Player, ask, strategic_action
from llq.solver.love_letter.rounds.engine import KeepPolicy, make_arena
from llq.solver.love_letter.rules import Keep, Rules
from llq.solver.love_letter.table.block_states import Blocks, take_blocks
from llq.solver.love_letter.table.exchange import NO_ORDER, Draw, list_options
from llq.solver.love_letter.table.keep_places import held_groups, keep_index
from llq.solver.love_letter.table.kernels import block_at, place_facts
from llq.solver.love_letter.table.leads import LeadIndex, no_leads
from llq.solver.love_letter.table.reach import reachable
from llq.solver.love_letter.table.states import (
    Held,
    Layout,
    State,
    StateArrays,
    StateSpace,
    state_space,
)
from llq.solver.love_letter.turn import is_barred, is_forced, make_branches
from llq.solver.love_letter.views import View

MIXED = 256
"""First number of a mixed choice, a row of chances; smaller ones are actions."""

_ASKED_AT_ONCE = 1 << 20
_ORDERED = 2  # cards unseen with which the order of those returned counts


class Policy(NamedTuple):
    """A policy as the kernels take it."""

    is_random: bool
    """Whether it is Random's rule, given by ``options`` alone; else these are empty."""
    options: NDArray[np.int64]
    """(cards, cards, 2): Random's candidate cards, as in `Arena`."""
    leads: LeadIndex
    """Index of each state's entries."""
    choice: NDArray[np.int32]
    """(entries,): the action, or ``MIXED`` + a row."""
    row: NDArray[np.int64]
    """(rows + 1,): each row's start in ``action`` and ``chance``."""
    action: NDArray[np.uint8]
    """(sum of the rows' lengths,): actions with a chance above 0."""
    chance: NDArray[np.float64]
    """Chances of these actions; each row sums to 1."""
    keeping: KeepPolicy = KeepPolicy.empty()
    """Second choices; empty without any, and for Random, who keeps any card."""


def random_policy(rules: Rules) -> Policy:
    """Return Random: either card that does not lose, then any guess or target."""
    space = state_space(rules)
    return _policy(no_leads(space), np.zeros(0, dtype=np.int32), options=make_arena(space).options)


def from_actions(
    rules: Rules,
    actions: NDArray[np.uint8],
    leads: LeadIndex | None = None,
    keeps: NDArray[np.uint8] | None = None,
) -> Policy:
    """Return the policy that plays ``actions``, one per entry of ``leads``, or per state.

    ``keeps`` are its second choices, as of `table.keeps.solve_keeps`.
    """
    space = state_space(rules)
    if leads is None and len(actions) != space.size:
        raise IllegalState(
            f"a policy of {rules.variant} Love Letter has {space.size} entries, one a state "
            f"in rank order; got {len(actions)}"
        )
    policy = _policy(leads or no_leads(space), actions.astype(np.int32))
    return policy if keeps is None else policy._replace(keeping=KeepPolicy.of(rules, keeps))


def from_probabilities(rules: Rules, chances: NDArray[np.float64]) -> Policy:
    """Return the mixed policy with given action chances.

    ``chances`` (states, actions) are in rank order and as in ``Rules.actions``; only the rows of
    decision states that a game reaches are ever used.
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
    index, action = np.nonzero(rows)
    choice = np.zeros(space.size, dtype=np.int32)
    choice[ranks] = MIXED + np.arange(len(ranks))
    row, chance = np.searchsorted(index, np.arange(len(ranks) + 1)), rows[index, action]
    return _policy(
        no_leads(space), choice, row=row.astype(np.int64), action=action.astype(np.uint8),
        chance=chance,
    )  # fmt: skip


def from_player(rules: Rules, player: Player) -> Policy:
    """Return the policy of a user's player, consulted once per decision state."""
    space, dice = state_space(rules), _NoDice(player.name)
    actions = np.zeros(space.size, dtype=np.uint8)
    reached = np.flatnonzero(reachable(rules))
    for first in range(0, len(reached), _ASKED_AT_ONCE):
        ranks, states = _deciding(space, reached[first : first + _ASKED_AT_ONCE])
        for rank, state in zip(ranks.tolist(), _each(states), strict=True):
            actions[rank] = rules.action_numbers[ask(player, View(rules, state), dice)]
    if not rules.chooses_twice:
        return from_actions(rules, actions)
    keeps = _no_keeps(rules)
    numbers: dict[str | None, int] = {card.name: n for n, card in enumerate(rules.cards)}
    for group in held_groups(rules):
        counts = space.unseen[group.unseen].tolist()
        for entry, unseen in zip(group.entries.tolist(), counts, strict=True):
            held = Held(group.hand, tuple(unseen), group.opponent, group.spies)
            choice = ask(player, View(rules, held), dice)
            assert isinstance(choice, Keep)  # for mypy: only keeps are legal
            keep, first = numbers[choice.card], numbers[choice.first]
            keeps[entry] = _option_number(rules, group.hand, sum(unseen), keep, first)
    return from_actions(rules, actions, keeps=keeps)


def strategic_policy(rules: Rules) -> Policy:
    """Return Strategic (`players`) as a table."""
    space, arena = state_space(rules), make_arena(state_space(rules))
    actions = np.zeros(space.size, dtype=np.uint8)
    blocks = take_blocks(space, 0, len(space.block_cell))
    _fill_strategic(arena.cards, arena.plays, arena.options, space.layout, blocks, actions)
    if not rules.chooses_twice:
        return from_actions(rules, actions)
    keeps = _no_keeps(rules)
    for group in held_groups(rules):
        left = np.minimum(space.unseen[group.unseen].sum(axis=1), _ORDERED + 1)
        for size in np.unique(left).tolist():
            option = _option_number(rules, group.hand, size, group.hand[-1], group.hand[0])
            keeps[group.entries[left == size]] = option
    return from_actions(rules, actions, keeps=keeps)


@lru_cache(maxsize=2)
def decision_states(rules: Rules) -> tuple[NDArray[np.int64], StateArrays]:
    """Return the ranks and states of all reachable decision states."""
    return _deciding(state_space(rules), np.flatnonzero(reachable(rules)))


def _deciding(space: StateSpace, ranks: NDArray[np.int64]) -> tuple[NDArray[np.int64], StateArrays]:
    """Return the decision states among some states, with their ranks."""
    states = space.unrank_many(ranks)
    decides = (states.opponent < 0) | (states.known == 1)
    return ranks[decides], StateArrays(*(column[decides] for column in states))


def legal_mask(rules: Rules, states: StateArrays) -> NDArray[np.bool_]:
    """Return (states, actions) bool: whether each action is legal in each state."""
    game = rules.arrays
    mask = np.zeros((len(states.low), len(rules.actions)), dtype=np.bool_)
    for number, (card, argument) in enumerate(rules.plays):
        forced = np.array([is_forced(game, other, card) for other in range(len(rules.cards))])
        barred = np.array([is_barred(game, card, argument, maid) for maid in (0, 1)])
        is_low = (states.low == card) & ~forced[states.high]
        is_high = (states.high == card) & ~forced[states.low]
        mask[:, number] = (is_low | is_high) & ~barred[states.maid]
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
    """Return a policy; omitted parts are empty."""
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


def _no_keeps(rules: Rules) -> NDArray[np.uint8]:
    return np.zeros(keep_index(rules)[1], dtype=np.uint8)


def _option_number(rules: Rules, hand: tuple[int, ...], left: int, keep: int, first: int) -> int:
    """Return the place of a second choice in `exchange.list_options`; ``left`` cards are unseen."""
    room = make_branches(len(rules.cards)).exchange
    count = list_options(hand[0], Draw(hand[1], hand[-1], left + len(hand) - 1), room)
    options = room.options[:count].tolist()
    return next(
        n for n, option in enumerate(options) if option in ([keep, first], [keep, NO_ORDER])
    )


@njit(_nrt=False)
def _fill_strategic(
    cards: NDArray[np.int64],
    plays: NDArray[np.int64],
    options: NDArray[np.int64],
    layout: Layout,
    blocks: Blocks,
    actions: NDArray[np.uint8],
) -> None:
    """Fill in Strategic's action in each decision state; ``actions`` is modified in place."""
    for index in range(len(blocks.cell)):
        block = block_at(blocks, index)
        for place in range(block.places):
            facts = place_facts(layout, block, place)
            if facts.choice_place == place:
                actions[layout.offset[block.cell] + place] = strategic_action(
                    cards, plays, options[block.low, block.high], block.low, block.high,
                    facts.card, block.unseen, facts.maid,
                )  # fmt: skip


class _NoDice(Random):
    """A random source that refuses every use."""

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
