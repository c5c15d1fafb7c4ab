"""Policies as tables: a player's action, or action chances, in every state.

A *decision state* is one as the mover sees it: the opponent's card is unknown or known,
never fixed without being known. Random is a rule of its own; every other player is an action, or a
few actions with their chances, in each decision state, at every lead that the player distinguishes.
"""

from functools import lru_cache
from random import Random
from typing import NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState, UnknownStrategy
from llq.solver.array_types import Bools, Bytes, Floats, Ints
from llq.solver.jit import njit
from llq.solver.love_letter.players import Player, consult, strategic_action
from llq.solver.love_letter.rounds.engine import KeepPolicy, make_arena
from llq.solver.love_letter.rounds.rule_tables import legal_table
from llq.solver.love_letter.rules import Keep, Rules
from llq.solver.love_letter.table.block_states import Blocks, take_blocks
from llq.solver.love_letter.table.exchange import NO_ORDER, Draw, list_options
from llq.solver.love_letter.table.keep_places import held_groups, keep_index
from llq.solver.love_letter.table.kernels import block_at, place_facts
from llq.solver.love_letter.table.leads import LeadIndex, no_leads
from llq.solver.love_letter.table.reach import reachable
from llq.solver.love_letter.table.states import Held, Layout, StateArrays, StateSpace, state_space
from llq.solver.love_letter.turn import make_branches
from llq.solver.love_letter.views import View

MIXED = 256
"""First number of a mixed choice, a row of chances; smaller ones are actions."""

NO_OPTIONS = np.zeros((0, 0, 2), dtype=np.int64)
"""``Policy.options`` of any player but Random."""

_ASKED_AT_ONCE = 1 << 20
_MOST_ORDERED = 2  # unseen cards with which the order of those returned still counts


class Policy(NamedTuple):
    """A policy as the kernels take it."""

    # Whether it is Random's rule, given by ``options`` alone; else these are empty.
    is_random: bool
    options: Ints  # (cards, cards, 2): Random's candidate cards, as in `Arena`.
    leads: LeadIndex  # Index of each state's entries.
    choice: NDArray[np.int32]  # (entries,): the action, or ``MIXED`` + a row.
    # (rows + 1,): each row's start in ``action`` and ``chance``.
    row: Ints = np.zeros(1, dtype=np.int64)
    # (sum of the rows' lengths,): actions with a chance above 0.
    action: Bytes = np.zeros(0, dtype=np.uint8)
    chance: Floats = np.zeros(0)  # Chances of these actions; each row sums to 1.
    # Second choices; empty without any, and for Random, who keeps any card.
    keeping: KeepPolicy = KeepPolicy()


def random_policy(rules: Rules) -> Policy:
    """Return Random: either card that does not lose, then any guess or target."""
    space = state_space(rules)
    return Policy(True, make_arena(space).options, no_leads(space), np.zeros(0, dtype=np.int32))


def from_actions(
    rules: Rules, actions: Bytes, leads: LeadIndex | None = None, keeps: Bytes | None = None
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
    policy = Policy(False, NO_OPTIONS, leads or no_leads(space), actions.astype(np.int32))
    return policy if keeps is None else policy._replace(keeping=KeepPolicy.of(rules, keeps))


def from_probabilities(rules: Rules, chances: Floats) -> Policy:
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
    is_wrong = (
        ~np.isclose(rows.sum(axis=1), 1, rtol=0, atol=1e-12)
        | (rows < 0).any(axis=1)
        | ((rows > 0) & ~legal).any(axis=1)
    )
    if is_wrong.any():
        rank = int(ranks[is_wrong.argmax()])
        raise IllegalState(
            f"the chances of {space.unrank(rank)} (rank {rank}) are not those of legal actions "
            f"that add up to 1: {chances[rank]}"
        )
    index, action = np.nonzero(rows)
    choice = np.zeros(space.size, dtype=np.int32)
    choice[ranks] = MIXED + np.arange(len(ranks))
    row = np.searchsorted(index, np.arange(len(ranks) + 1)).astype(np.int64)
    actions, chance = action.astype(np.uint8), rows[index, action]
    return Policy(False, NO_OPTIONS, no_leads(space), choice, row, actions, chance)


def from_player(rules: Rules, player: Player) -> Policy:
    """Return the policy of a user's player, consulted once per decision state."""
    space, random = state_space(rules), _NoRandom(player.name)
    actions = np.zeros(space.size, dtype=np.uint8)
    reached = np.flatnonzero(reachable(rules))
    for first in range(0, len(reached), _ASKED_AT_ONCE):
        ranks, states = _select_decisions(space, reached[first : first + _ASKED_AT_ONCE])
        for rank, state in zip(ranks.tolist(), states.each(), strict=True):
            actions[rank] = rules.action_numbers[consult(player, View(rules, state), random)]
    if not rules.chooses_twice:
        return from_actions(rules, actions)
    keeps = np.zeros(keep_index(rules)[1], dtype=np.uint8)
    numbers: dict[str | None, int] = {card.name: n for n, card in enumerate(rules.cards)}
    for group in held_groups(rules):
        counts = space.unseen[group.unseen].tolist()
        for entry, unseen in zip(group.entries.tolist(), counts, strict=True):
            held = Held(group.hand, tuple(unseen), group.opponent, group.spies)
            choice = consult(player, View(rules, held), random)
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
    keeps = np.zeros(keep_index(rules)[1], dtype=np.uint8)
    for group in held_groups(rules):
        unseen = np.minimum(space.unseen[group.unseen].sum(axis=1), _MOST_ORDERED + 1)
        for size in np.unique(unseen).tolist():
            option = _option_number(rules, group.hand, size, group.hand[-1], group.hand[0])
            keeps[group.entries[unseen == size]] = option
    return from_actions(rules, actions, keeps=keeps)


@lru_cache(maxsize=2)
def decision_states(rules: Rules) -> tuple[Ints, StateArrays]:
    """Return the ranks and states of all reachable decision states."""
    return _select_decisions(state_space(rules), np.flatnonzero(reachable(rules)))


def _select_decisions(space: StateSpace, ranks: Ints) -> tuple[Ints, StateArrays]:
    """Return the decision states among some states, with their ranks."""
    states = space.unrank_many(ranks)
    decides = (states.opponent < 0) | (states.known == 1)
    return ranks[decides], StateArrays(*(column[decides] for column in states))


def legal_mask(rules: Rules, states: StateArrays) -> Bools:
    """Return (states, actions) bool: whether each action is legal in each state."""
    legal = legal_table(rules)[..., : len(rules.actions)]
    mask: Bools = legal[states.low, states.high, states.maid]
    return mask


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
    cards: Ints, plays: Ints, options: Ints, layout: Layout, blocks: Blocks, actions: Bytes
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


class _NoRandom(Random):
    """A random source that refuses every use."""

    def __init__(self, name: str) -> None:
        super().__init__(0)
        self._name = name

    def getrandbits(self, _count: int = 0, /) -> NoReturn:
        """Refuse."""
        raise UnknownStrategy(
            f"{self._name} plays at random, so no table says what it does: simulate it, or give "
            "its chances as an array (states, actions)"
        )

    random = getrandbits
