"""Sparse index of table states with memory, restricted to those that play can reach.

A *run* holds the states of a block that differ only in the opponent's card. A block has up to
twelve: by the Handmaid, by the card of the mover's hand that the opponent knows (none, lower,
higher) and by whether the mover knows the opponent's card. A *row* is a run with one memory state:
one joint state per kind of unseen card, and one information set, or one per kind where the card is
known. Runs are numbered in rank order, rows by memory within a run, joint states by card, then row:
plays that differ only in memory lead to the same run and card.

With discards as tie-break, joint states and information sets are repeated for each relevant lead
(see `llq.solver.love_letter.table.leads`).
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.array_types import Bools, Ints, Shorts, Uints
from llq.solver.jit import jitable, njit
from llq.solver.love_letter.exact.joint import fix_card, play_against, play_of, put_back
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.solution.automata import Memory
from llq.solver.love_letter.table.block_states import Block, Blocks, Facts, level_blocks
from llq.solver.love_letter.table.book import Book
from llq.solver.love_letter.table.kernels import block_at, card_at, split_place
from llq.solver.love_letter.table.lead_ranges import find_lead_ranges
from llq.solver.love_letter.table.leads import LeadIndex, no_leads
from llq.solver.love_letter.table.reach import reachable
from llq.solver.love_letter.table.states import Layout, StateSpace, state_space
from llq.solver.love_letter.turn import Branches, legal_numbers, make_branches

RUNS = 12
"""Most runs of a block: Handmaid (2) × mover's known card (3) × opponent's card known (2)."""

_WORD = 64


class MemoryIndex(NamedTuple):
    """Index of joint states, information sets and their actions, in the kernels' form."""

    after: Ints  # (memories, actions): as in `Memory`, for the opponent's memory if that differs.
    run_of: NDArray[np.int32]  # (cells × RUNS,): each run's number, -1 without a run.
    words: Uints  # (runs, words): bit m is set if the run has a row with memory m.
    before: NDArray[np.int32]  # (runs, words): number of the first row of a word.
    row_start: Ints  # (runs + 1,): each run's first row.
    row_memory: Shorts  # (rows,): the memory of each row.
    # (runs,): relevant leads. Below, ``lead`` counts these, ``slot`` the unseen kinds, from 0.
    width: Ints
    # (runs,): joint = joint_base + (slot × rows of run + row - row_start) × width + lead.
    joint_base: Ints
    # (runs,): first action = action_base + (row × width + lead) × number of legal actions, with
    # row × kinds + slot for row where the card is known.
    action_base: Ints
    # (hands × 2,): number of each hand's legal actions, without and with the other's Handmaid.
    legal_count: Ints
    legal: Ints  # (hands × 2, most): these, in ascending order.


class RunFlags(NamedTuple):
    """Public knowledge that tells the runs of a block apart."""

    maid: int  # 1 if the opponent's Handmaid is up, else 0.
    # Card of the mover's hand that the opponent knows: 0 none, 1 the lower, 2 the higher.
    hand_known: int
    known: int  # 1 if the mover knows the opponent's card, else 0.


class RunSlot(NamedTuple):
    """Run of a table state, and the slot of the opponent's card among the run's kinds."""

    run: int
    slot: int


class _PossibleRows(NamedTuple):
    """Runs of all blocks, with their rows marked where play leads; as in `MemoryIndex`."""

    after: Ints
    run_of: NDArray[np.int32]
    words: Uints
    legal_count: Ints
    legal: Ints
    run_block: Ints
    run_flags: Ints


class MemorySpace(NamedTuple):
    """Joint states of a variant with memory."""

    rules: Rules
    face_up: int
    scoring: Scoring
    memory: Memory
    rows: MemoryIndex
    leads: LeadIndex  # Relevant leads of each block; see `llq.solver.love_letter.table.leads`.
    entries: int  # Number of table states, each counted once per relevant lead.
    joints: int  # Number of joint states.
    infos: int  # Number of information sets.
    actions: int  # Number of legal actions of all information sets.
    run_block: Ints  # (runs,): number of the block in rank order.
    run_flags: Ints  # (runs,): packed by `pack_flags`.
    run_choice: Ints  # (runs,): the row of ``rows.legal``.
    run_infos: Ints  # (runs,): information sets of a row.


class InfoStates(NamedTuple):
    """State, memory and lead of every information set: (information sets,) each."""

    rank: Ints  # Rank of the table state.
    memory: Shorts
    lead: Ints  # Index of the lead in the block, 0 if leads do not count.
    entry: Ints  # Entry of the table state at the lead; its rank if leads do not count.


def make_space(
    rules: Rules, memory: Memory, face_up: int = 0, scoring: Scoring = Scoring.HALF
) -> MemorySpace:
    """Return the index of all joint states reachable by some plays."""
    return make_spaces(rules, (memory,), face_up, scoring)[0]


def make_spaces(
    rules: Rules, memories: tuple[Memory, ...], face_up: int = 0, scoring: Scoring = Scoring.HALF
) -> list[MemorySpace]:
    """Return the indexes for several memories: a shared one, or one per player.

    Of two memories, each says which of the other's follows an action.
    """
    space = state_space(rules)
    book = Book(rules.arrays, space.layout, no_leads(space), np.zeros(1), False)
    legal_count, legal = list_legal(rules, space)
    visited = reachable(rules, (face_up,))
    run_of, run_block, run_flags = _list_runs(space)
    dealt = np.flatnonzero(space.block_n == rules.opening_unseen - face_up)
    players = []
    for memory in memories:
        words = np.zeros((len(run_block), -(-len(memory.states) // _WORD)), dtype=np.uint64)
        words[run_of[space.block_cell[dealt] * RUNS], 0] = 1
        players.append(
            _PossibleRows(memory.after, run_of, words, legal_count, legal, run_block, run_flags)
        )
    branches = make_branches(len(rules.cards))
    next_words = np.zeros(max(rows.words.shape[1] for rows in players), dtype=np.uint64)
    for unseen in range(rules.opening_unseen - face_up, 1, -1):
        blocks = level_blocks(space, unseen)
        for rows, opponent in zip(players, players[::-1], strict=True):
            _mark_rows(book, rows, opponent.words, visited, blocks, branches, next_words)
    return [
        _number_rows(rules, face_up, scoring, memory, rows)
        for memory, rows in zip(memories, players, strict=True)
    ]


def _number_rows(
    rules: Rules, face_up: int, scoring: Scoring, memory: Memory, possible: _PossibleRows
) -> MemorySpace:
    """Return the space of the marked rows' joint states."""
    space = state_space(rules)
    leads, entries = no_leads(space), space.size
    if scoring == Scoring.DISCARDS:
        leads, entries = find_lead_ranges(rules, (face_up,))
    reached = np.flatnonzero(possible.words.any(axis=1))
    words = possible.words[reached]
    run_block, run_flags = possible.run_block[reached], possible.run_flags[reached]
    cells = space.block_cell[run_block]
    run_of = np.full(len(possible.run_of), -1, dtype=np.int32)
    run_of[cells * RUNS + run_flags] = np.arange(len(reached))
    bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")
    _, row_memory = np.nonzero(bits)
    counts = bits.reshape(len(reached), -1, _WORD).sum(axis=2, dtype=np.int64)
    rows = counts.sum(axis=1)
    row_start = np.concatenate([[0], np.cumsum(rows)])
    before = row_start[:-1, None] + np.cumsum(counts, axis=1) - counts
    kinds = space.layout.kinds[cells // space.layout.hands].astype(np.int64)
    width = leads.width[cells].astype(np.int64)
    flags = unpack_flags(run_flags)
    infos_of_row = np.where(flags.known == 1, kinds, np.int64(1)) * width
    choices = cells % space.layout.hands * 2 + flags.maid
    actions_of_row = infos_of_row * possible.legal_count[choices]
    joints, infos, actions = rows * kinds * width, rows * infos_of_row, rows * actions_of_row
    action_base = np.cumsum(actions) - actions - row_start[:-1] * actions_of_row
    index = MemoryIndex(
        memory.after, run_of, words, before=before.astype(np.int32), row_start=row_start,
        row_memory=row_memory.astype(np.int16), width=width,
        joint_base=np.cumsum(joints) - joints, action_base=action_base,
        legal_count=possible.legal_count, legal=possible.legal,
    )  # fmt: skip
    return MemorySpace(
        rules, face_up, scoring, memory, index, leads, entries, joints=int(joints.sum()),
        infos=int(infos.sum()), actions=int(actions.sum()), run_block=run_block,
        run_flags=run_flags, run_choice=choices, run_infos=infos_of_row,
    )  # fmt: skip


def info_starts(space: MemorySpace) -> Ints:
    """Return (information sets + 1,): first action of each set, then the total."""
    infos = np.diff(space.rows.row_start) * space.run_infos
    legal = space.rows.legal_count[space.run_choice]
    starts = np.zeros(space.infos + 1, dtype=np.int64)
    np.cumsum(np.repeat(legal, infos), out=starts[1:])
    return starts


def info_states(space: MemorySpace) -> InfoStates:
    """Return the state, memory and lead of every information set."""
    states, first, rows = state_space(space.rules), run_ranks(space), space.rows
    counts = np.diff(rows.row_start)
    row_infos = np.repeat(space.run_infos, counts)
    memory = np.repeat(rows.row_memory, row_infos)
    place = np.arange(space.infos)
    place -= np.repeat(np.cumsum(row_infos) - row_infos, row_infos)
    infos = counts * space.run_infos
    if len(rows.width) and int(rows.width.max()) > 1:
        slot, lead = np.divmod(place, np.repeat(rows.width, infos))
    else:
        slot, lead = place, np.zeros(1, dtype=np.int64)
    rank: Ints = np.repeat(first, infos)
    rank += slot
    if space.scoring != Scoring.DISCARDS:
        return InfoStates(rank, memory, np.broadcast_to(lead, rank.shape), rank)
    start = space.leads.start[states.block_cell[space.run_block]]
    start -= states.block_start[space.run_block] * rows.width
    entry = np.repeat(start, infos) + rank * np.repeat(rows.width, infos) + lead
    return InfoStates(rank, memory, lead, entry)


def run_ranks(space: MemorySpace) -> Ints:
    """Return (runs,): rank of the state with the mover's choice, at the lowest known card."""
    states = state_space(space.rules)
    layout = states.layout
    cells = states.block_cell[space.run_block]
    kinds, width = layout.kinds[cells // layout.hands], layout.width[cells]
    flags = unpack_flags(space.run_flags)
    ranks: Ints = states.block_start[space.run_block]
    ranks += flags.maid * layout.maid_step[cells]
    ranks += flags.hand_known * width + flags.known * (1 + kinds)
    return ranks


def list_legal(rules: Rules, space: StateSpace) -> tuple[Ints, Ints]:
    """Return the number of each hand's legal actions and the actions, as in `MemoryIndex`."""
    lists = [
        legal_numbers(rules, low, high, maid)
        for low, high in space.hand_cards.tolist()
        for maid in (False, True)
    ]
    counts = np.array([len(actions) for actions in lists], dtype=np.int64)
    legal = np.zeros((len(lists), counts.max()), dtype=np.int64)
    for row, actions in zip(legal, lists, strict=True):
        row[: len(actions)] = actions
    return counts, legal


def _list_runs(space: StateSpace) -> tuple[NDArray[np.int32], Ints, Ints]:
    """Return the number of every possible run, with each run's block and flags."""
    layout, cells = space.layout, space.block_cell
    kinds = layout.kinds[cells // layout.hands]
    low, high = space.hand_cards[cells % layout.hands].T
    revealed = layout.width[cells] > 1 + kinds
    has_run = np.zeros((len(cells), 2, 3, 2), dtype=np.bool_)
    has_run[:, 0, 0, 0] = True
    has_run[:, 0, 0, 1] = has_run[:, 0, 1, 0] = has_run[:, 0, 1, 1] = revealed
    has_run[:, 0, 2, :] = (revealed & (low != high))[:, None]
    has_run[:, 1] = has_run[:, 0] & (layout.maid_step[cells] > 0)[:, None, None]
    block, flags = np.nonzero(has_run.reshape(len(cells), RUNS))
    run_of = np.full(len(layout.offset) * RUNS, -1, dtype=np.int32)
    run_of[cells[block] * RUNS + flags] = np.arange(len(block))
    return run_of, block, flags


def pack_flags(maid: int, hand_known: int, known: int) -> int:
    """Return the number of a run within its block, below `RUNS`; see `RunFlags`."""
    return (maid * 3 + hand_known) * 2 + known


def unpack_flags(flags: Any) -> RunFlags:
    """Return the flags packed by `pack_flags`, in an integer or an array."""
    return RunFlags(flags // 6, flags // 2 % 3, flags % 2)


for function in (pack_flags, unpack_flags):
    jitable(function, forceinline=True, _nrt=False)


@njit(forceinline=True, _nrt=False)
def run_place(layout: Layout, block: Block, flags: RunFlags) -> int:
    """Return the place of a run's state with the lowest opposing card."""
    cell = block.cell
    place = flags.hand_known * layout.width[cell] + flags.maid * layout.maid_step[cell]
    return int(place + 1 + flags.known * layout.kinds[cell // layout.hands])


@njit(forceinline=True, _nrt=False)
def run_at(layout: Layout, run_of: NDArray[np.int32], cell: int, place: int) -> RunSlot:
    """Return the run of a state with the opponent's card fixed."""
    maid, hand_known, slot = split_place(layout, cell, place)
    kinds = int(np.int64(layout.kinds[cell // layout.hands]))
    known = 1 if slot > kinds else 0
    flags = pack_flags(maid, hand_known, known)
    return RunSlot(int(run_of[cell * RUNS + flags]), int(slot - 1 - known * kinds))


@njit(forceinline=True, _nrt=False)
def row_at(index: MemoryIndex, run: int, memory: int) -> int:
    """Return the row of a run's memory."""
    word = memory // _WORD
    below = (np.uint64(1) << np.uint64(memory % _WORD)) - np.uint64(1)
    return int(np.int64(index.before[run, word]) + _count_bits(index.words[run, word] & below))


@njit(forceinline=True, _nrt=False)
def slot_base(index: MemoryIndex, run: int, slot: int, width: int) -> int:
    """Return the base of a slot, whose joint = base + row × ``width`` + lead."""
    first, last = index.row_start[run], index.row_start[run + 1]
    return int(index.joint_base[run] + (slot * (last - first) - first) * width)


@njit(forceinline=True, _nrt=False)
def _count_bits(word: np.uint64) -> int:
    word -= (word >> np.uint64(1)) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + (
        (word >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int(np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56)))


@njit(_nrt=False)
def _mark_rows(
    book: Book,
    rows: _PossibleRows,
    opponent_words: Uints,
    visited: Bools,
    blocks: Blocks,
    branches: Branches,
    next_words: Uints,
) -> None:
    """Mark in ``opponent_words`` the rows that ``rows.words`` lead to; modified in place."""
    layout = book.layout
    for number in range(len(blocks.cell) - 1, -1, -1):
        block = block_at(blocks, number)
        for packed in range(RUNS):
            run, flags = rows.run_of[block.cell * RUNS + packed], unpack_flags(packed)
            if run < 0 or not rows.words[run].any():
                continue
            lowest = layout.offset[block.cell] + run_place(layout, block, flags)
            choice = block.cell % layout.hands * 2 + flags.maid
            for action in rows.legal[choice, : rows.legal_count[choice]]:
                _follow_memories(rows, run, action, next_words)
                play = play_of(book.game, block, action)
                for slot in range(layout.kinds[block.cell // layout.hands]):
                    if not visited[lowest + slot]:
                        continue
                    card = card_at(block.unseen, slot)
                    facts = Facts(flags.maid, flags.hand_known, flags.known, card, 0, 0)
                    state = fix_card(layout, block, facts)
                    outcome = play_against(book, state, play, branches)
                    for branch in range(outcome.count):
                        target = run_at(
                            layout, rows.run_of, branches.cell[branch], branches.place[branch]
                        )
                        for word in range(opponent_words.shape[1]):
                            opponent_words[target.run, word] |= next_words[word]
                    put_back(state)


@njit(forceinline=True, _nrt=False)
def _follow_memories(rows: _PossibleRows, run: int, action: int, next_words: Uints) -> None:
    """Fill in the bit set of the memories that an action in a run's rows leads to."""
    next_words[:] = np.uint64(0)
    for memory in range(len(rows.after)):
        bits = rows.words[run, memory // _WORD] >> np.uint64(memory % _WORD)
        if bits & np.uint64(1):
            next_memory = np.int64(rows.after[memory, action])
            next_words[next_memory // _WORD] |= np.uint64(1) << np.uint64(next_memory % _WORD)
