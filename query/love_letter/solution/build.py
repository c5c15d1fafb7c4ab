"""Solution builds: learn a policy with memory, then store its relevant rows."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import DeckTooLarge, IllegalState
from llq.query.love_letter.observation import FEWEST_CARDS, OFFICIAL_FACE_UP
from llq.query.love_letter.solution.rows import FORGETS, LEVELS, concatenate_ranges, pack_marks
from llq.query.love_letter.solution.table import (
    Solution,
    learns_from_longer,
    row_number,
    usual_memory,
)
from llq.query.love_letter.table.stored_leads import lead_columns
from llq.query.love_letter.variant_tables import find_scoring
from llq.query.tables.stored_table import Progress
from llq.solver.arguments import check_threads
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.solution.automata import Memory, make_memory, remember_longer
from llq.solver.love_letter.solution.learning_options import ITERATIONS, LEAST_REACH
from llq.solver.love_letter.table.size import count_states
from llq.solver.love_letter.table.states import state_space
from llq.store.checkpoints import Checkpoints
from llq.store.locate import table_path, writable_folder

if TYPE_CHECKING:
    from llq.solver.love_letter.solution.index import MemorySpace
    from llq.solver.love_letter.solution.learning import Learner

_CHECKPOINT = 10  # iterations
_MOST_BYTES = 8_000_000_000
_MOST_STATES = 3_000_000


def build_solution(
    variant: str = "classic",
    folder: str | os.PathLike[str] | None = None,
    *,
    face_up: int = 0,
    scoring: str = Scoring.HALF,
    memory: str | None = None,
    iterations: int = ITERATIONS,
    least_reach: float = LEAST_REACH,
    threads: int = 2,
    progress: Progress = None,
) -> Path:
    """Learn a policy with memory, write its table and return the file.

    It learns from an opponent who remembers one play more, or from itself: see
    `learns_from_longer`. An interrupted build resumes after the last ten iterations when it is
    called again with the same arguments.

    Parameters
    ----------
    face_up
        Cards laid face up before the deal: 0, or 3 by the official two-player rule.
    scoring
        How equal final cards are decided: ``half`` a win each, or by ``discards``, the real rule.
    memory
        A name of `llq.solver.love_letter.solution.learning_options.MEMORIES`;
        by default the last two actions, or the last one where it goes by discards besides.
    iterations
        Iterations of learning.
    least_reach
        Rows that chance and the player's own plays reach less often are left out: there the
        policy of the state is that of all that may be remembered. 0 keeps all.
    folder, threads, progress
        As in `llq.love_letter.table.build`.

    Raises
    ------
    UnknownGame, UnknownStrategy
        There is no such variant or memory.
    IllegalState
        The variant has no solution, or a number makes no sense.
    DeckTooLarge
        It takes more memory than some 8 GB.
    TableNotWritable
        The folder cannot be written to.
    """
    rules, scoring = variants.round_rules(variant), find_scoring(scoring)
    memory = memory or usual_memory(scoring)
    options: dict[str, Any] = {
        "variant": rules.variant,
        "face_up": face_up,
        "scoring": scoring,
        "memory": memory,
        "iterations": iterations,
        "least_reach": float(least_reach),
    }
    _check_options(rules, face_up, iterations, least_reach, threads)
    spec = Solution.make_spec(**options)
    if count_states(rules) > _MOST_STATES:
        raise DeckTooLarge(
            f"{rules.variant} Love Letter has {count_states(rules):,} states; a solution takes at "
            f"most {_MOST_STATES:,}: take fewer copies of a card"
        )
    spaces = _make_spaces(rules, memory, face_up, scoring)

    # Imported here: only builds load the compiler.
    from llq.solver.love_letter.solution.learning import Learner
    from llq.store.writing import write_table

    path = table_path(spec.name, writable_folder(folder))
    checkpoints = Checkpoints(path, f"{spec.identity()}\n{spec.version}")
    learner = Learner(spaces[0], threads, *spaces[1:])
    _learn(learner, iterations, checkpoints, progress)
    columns = pack_policy(spaces[0], learner.release(), options["least_reach"])
    command = Solution.build_command(**options)
    write_table(path, spec, columns, checkpoints.watch.stop(command))
    checkpoints.remove()
    if progress:
        progress(iterations, iterations)
    return path


def _check_options(
    rules: Rules, face_up: int, iterations: int, least_reach: float, threads: int
) -> None:
    if face_up not in (0, OFFICIAL_FACE_UP) or rules.deck_size - face_up < FEWEST_CARDS:
        raise IllegalState(f"0 or 3 cards lie face up, and leave four; got {face_up}")
    check_threads(threads)
    if iterations < 1 or not 0 <= least_reach < 1:
        raise IllegalState(
            "iterations must be a positive integer and least_reach a chance; got "
            f"{iterations} and {least_reach}"
        )


def _make_spaces(rules: Rules, memory: str, face_up: int, scoring: Scoring) -> list[MemorySpace]:
    """Return the joint states of the learner and, if it remembers longer, of the opponent."""
    from llq.solver.love_letter.solution.index import make_spaces
    from llq.solver.love_letter.solution.learning import learner_bytes

    memories: tuple[Memory, ...] = (make_memory(rules, memory),)
    if learns_from_longer(memory, scoring, face_up):
        memories = remember_longer(rules, memories[0])
    spaces = make_spaces(rules, memories, face_up, scoring)
    if learner_bytes(spaces) > _MOST_BYTES:
        raise DeckTooLarge(
            f"{rules.variant} Love Letter with the memory {memory} has {spaces[0].infos:,} "
            f"information sets with {spaces[0].actions:,} actions, and learning takes "
            f"{learner_bytes(spaces) / 1e9:.1f} GB; 8 GB are the most: take a smaller memory"
        )
    return spaces


def _learn(learner: Learner, iterations: int, checkpoints: Checkpoints, progress: Progress) -> None:
    """Iterate to the number of iterations, from the latest checkpoint on, saving every tenth."""
    _resume(learner, checkpoints)
    while learner.iterations < iterations:
        if progress:
            progress(learner.iterations, iterations)
        learner.iterate()
        if learner.iterations % _CHECKPOINT == 0 and learner.iterations < iterations:
            _save(learner, checkpoints)


def pack_policy(
    space: MemorySpace, sums: NDArray[np.float64], least_reach: float
) -> dict[str, NDArray[Any]]:
    """Return the columns of a solution.

    ``sums``, of the actions of all information sets, are the chances of each, times how often
    chance and the player's own plays lead to it.
    """
    from llq.solver.love_letter.solution.index import info_starts, info_states

    starts, infos = info_starts(space), info_states(space)
    legal = np.diff(starts)
    reach = np.add.reduceat(sums, starts[:-1])
    ranks, state_of = np.unique(infos.rank, return_inverse=True)
    row_numbers = row_number(len(space.memory.states), infos.memory.astype(np.int64), infos.lead)
    actions = np.zeros(len(ranks), dtype=np.int64)
    actions[state_of] = legal

    # The common row of a state is the sum over its memories.
    first = np.cumsum(actions) - actions
    places = concatenate_ranges(first[state_of], legal)
    common_sums = np.bincount(places, sums, minlength=int(actions.sum())).astype(np.float64)
    del places  # frees 8 bytes an action
    common_chances = _round_chances(common_sums, actions)

    # Information sets that are reached often enough have rows of their own.
    own_rows = np.flatnonzero((reach >= least_reach) & (reach > 0))
    own_rows = own_rows[np.lexsort((row_numbers[own_rows], state_of[own_rows]))]
    own_legal = legal[own_rows]
    own_chances = _round_chances(sums[concatenate_ranges(starts[own_rows], own_legal)], own_legal)

    # Each state's common row stands before its own ones.
    order = np.argsort(
        np.concatenate([2 * np.arange(len(ranks)), 2 * state_of[own_rows] + 1]), kind="stable"
    )
    row_memory = np.concatenate([np.full(len(ranks), FORGETS), row_numbers[own_rows]])[order]
    row_legal = np.concatenate([actions, own_legal])
    row_start = np.cumsum(row_legal) - row_legal
    places = concatenate_ranges(row_start[order], row_legal[order])
    chances = np.concatenate([common_chances, own_chances])[places]
    marked = np.zeros(state_space(space.rules).size, dtype=np.bool_)
    marked[ranks] = True
    columns: dict[str, NDArray[Any]] = {
        "kept": pack_marks(marked),
        "actions": actions.astype(np.uint8),
        "rows": (1 + np.bincount(state_of[own_rows], minlength=len(ranks))).astype(np.uint16),
        "memory": row_memory.astype(np.uint16),
        "chance": chances.astype(np.uint8),
    }
    if space.scoring == Scoring.DISCARDS:
        index = state_space(space.rules)
        cells = index.block_cell[np.searchsorted(index.block_start, ranks, side="right") - 1]
        for name, leads in lead_columns(space.leads).items():
            columns[name] = leads[cells].astype(np.int8)
    return columns


def _round_chances(sums: NDArray[np.float64], legal: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return probabilities as integer parts of `LEVELS`, rounded by largest remainder."""
    parts = np.zeros(len(sums), dtype=np.int64)
    starts = np.cumsum(legal) - legal
    for count in np.unique(legal).tolist():
        places = starts[legal == count][:, None] + np.arange(count)
        rows = sums[places]
        total = rows.sum(axis=1, keepdims=True)
        exact = np.where(total > 0, rows / np.where(total > 0, total, 1), 1 / count) * LEVELS
        whole = np.floor(exact).astype(np.int64)
        missing = LEVELS - whole.sum(axis=1, keepdims=True)
        by_remainder = np.argsort(whole - exact, axis=1, kind="stable")
        parts[places] = whole + (np.argsort(by_remainder, axis=1, kind="stable") < missing)
    return parts


def _resume(learner: Learner, checkpoints: Checkpoints) -> None:
    saved = checkpoints.load("iterations")
    if saved is None:
        return
    iterations, state = int(saved[0]), {}
    for name in learner.state():
        array = checkpoints.load(f"{name}-{iterations}")
        if array is None:
            return
        state[name] = array
    learner.restore(iterations, state)


def _save(learner: Learner, checkpoints: Checkpoints) -> None:
    """Save the learner's state, then delete the previous checkpoint."""
    for name, array in learner.state().items():
        checkpoints.save(f"{name}-{learner.iterations}", array)
    checkpoints.save("iterations", np.array([learner.iterations]))
    checkpoints.write_seconds(checkpoints.watch.seconds)
    for name in learner.state():
        previous = checkpoints.folder / f"{name}-{learner.iterations - _CHECKPOINT}.npy"
        previous.unlink(missing_ok=True)
