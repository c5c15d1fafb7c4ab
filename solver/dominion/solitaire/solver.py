"""Optimal state values and actions for games of bounded length.

The decks are swept by size, largest first, with all turns to go of a deck together, so each deck's
hands are counted once and two shells are all that memory holds. W depends on turns to go alone:
a sweep for T turns answers every game of at most T turns. Of a long game only the core is swept,
twice, which encloses W (see `core_decks`).
"""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from math import comb

import numpy as np

from llq.errors import IllegalState
from llq.solver.array_types import Floats, Ints
from llq.solver.dominion.model import Model
from llq.solver.dominion.players import StrategyName, purchase_chances
from llq.solver.dominion.rules import HAND_SIZE, Rules
from llq.solver.dominion.solitaire import kernels
from llq.solver.dominion.solitaire.action_scoring import ActionScore, action_scores
from llq.solver.dominion.solitaire.core_decks import CoreDecks, guess_cores
from llq.solver.dominion.solitaire.kernels import Codes
from llq.solver.dominion.solitaire.states import DeckSpace
from llq.solver.jobs.threads import DaemonThreads

TIE_TOLERANCE = 1e-10
"""Relative difference up to which two actions are tied; see ``kernels.encode``."""

CORE_TOLERANCE = 1e-11
"""Largest relative difference between a core's two sweeps for accepted values."""

_SMALL = 20_000
"""Rows times turns to go below which a second thread costs more than it gives."""


@dataclass(frozen=True)
class Shell:
    """Sweep shell: decks of equal size.

    Of a core, rows are its decks, and the one after the last stands for what is forbidden.
    """

    size: int
    """Bought cards of each deck, j."""
    length: int
    """Turns to go at most, T - j."""
    successors: Ints
    """(rows, dims)."""
    chance: Floats
    """(bands, rows): chance of each money band."""
    pool: Executor
    """Threads of the sweep, ``threads`` in number."""
    threads: int

    @property
    def rows(self) -> int:
        """Number of decks."""
        return len(self.successors)

    def run(self, kernel: Callable[..., None], *arguments: object) -> None:
        """Call ``kernel(low, high, *arguments)`` over all rows, in parts."""
        if self.threads == 1 or self.rows * self.length < _SMALL:
            kernel(0, self.rows, *arguments)
            return
        edges = [self.rows * i // self.threads for i in range(self.threads + 1)]
        jobs = [self.pool.submit(kernel, *part, *arguments) for part in pairwise(edges)]
        for job in jobs:
            job.result()


@contextmanager
def sweep(
    model: Model,
    turns: int,
    threads: int | None = None,
    *,
    upward: bool = False,
    core: CoreDecks | None = None,
) -> Iterator[Iterator[Shell]]:
    """Yield an iterator over a game's or core's shells, largest decks first.

    The first shell has T - 1 bought cards, as with T, ``turns``, none has a turn to go.
    """
    if turns < 0:
        raise IllegalState(f"a game cannot have {turns} turns")
    space = DeckSpace(model.dims, turns)
    threads = threads or os.cpu_count() or 1
    cards = int(model.start.sum()) + turns
    binomial = np.array(
        [[comb(n, k) for n in range(cards + 1)] for k in range(HAND_SIZE + 1)], float
    )
    hand_band = np.searchsorted(model.band_from, model.hand_money, side="right") - 1
    hands = kernels.Hands(model.start, model.hands, hand_band, binomial)
    sizes = range(turns) if upward else range(turns - 1, -1, -1)

    def all_decks() -> Iterator[tuple[Ints, Ints]]:
        x, successors = space.row_decks(max(turns - 1, 0)), space.successors(max(turns - 1, 0))
        for size in sizes:
            yield x, successors[: space.rows(size)]

    def shells(pool: Executor) -> Iterator[Shell]:
        decks = core.shells() if core else all_decks()
        for size, (x, successors) in zip(sizes, decks, strict=True):
            chance = np.empty((len(model.band_from), len(successors)))
            shell = Shell(size, turns - size, successors, chance, pool, threads)
            shell.run(kernels.hand_bands, size, x, hands, chance)
            yield shell

    with DaemonThreads(threads) as pool:
        yield shells(pool)


def best_buys(model: Model) -> kernels.Buys:
    """Return the best cards of each money band, as kernels take them."""
    cards = model.game.victories
    victory = [-1 if card is None else cards.index(card) for _, card in model.best]
    points = [card.points for card in cards]
    return kernels.Buys(
        model.treasure, model.points, np.array(victory, np.int64), np.array(points, np.int64)
    )


def frames(model: Model, turns: int, core: CoreDecks | None = None) -> Callable[[int], Floats]:
    """Return a function giving the value array of a shell, (rows, turns to go + 1).

    Shells of even and of odd size share one buffer each, so only two successive ones exist. Of a
    core there is a last row more, with nothing to come where a purchase is forbidden.
    """
    space = DeckSpace(model.dims, turns)
    rows = [n + 1 for n in core.counts] if core else [space.rows(j) for j in range(turns + 1)]
    flat = [np.zeros(max(n * (turns - j + 1) for j, n in enumerate(rows))) for _ in range(2)]

    def frame(size: int) -> Floats:
        shape = rows[size], turns - size + 1
        values = flat[size % 2][: shape[0] * shape[1]].reshape(shape)
        if core:
            values[-1] = 0.0
        return values

    return frame


def guided_shells(
    model: Model,
    table: Floats,
    turns: int,
    shells: Iterable[Shell],
    act_depth: int,
    must_buy: bool = False,
    core: CoreDecks | None = None,
) -> Iterator[tuple[Shell, Floats, Codes]]:
    """Yield each shell with W and the best actions under W.

    ``table`` (bands, 3) is the player whose W it is, as chances of each `Purchase` by band, or
    (0, 3) for the optimal one, who with ``must_buy`` may pass only where nothing is affordable.
    Actions are those of decks of at most ``act_depth`` bought cards. Values are (rows, length + 1),
    by turns to go, and overwritten two shells later. Codes are as ``kernels.encode`` fills them.
    """
    buffer = frames(model, turns, core)
    no_codes = np.zeros((0, 0), model.code_type)
    buys = best_buys(model)
    next_values = buffer(turns)
    for shell in shells:
        values = buffer(shell.size)
        frame = kernels.Frame(shell.successors, next_values, values)
        if len(table):
            shell.run(kernels.evaluate, shell.chance, buys, kernels.Choice(table, no_codes), frame)
        else:
            shell.run(kernels.optimise, shell.chance, buys, must_buy, frame)
        codes = no_codes
        if shell.size <= act_depth:
            codes = np.empty((shell.rows, shell.length), model.code_type)
            shell.run(kernels.encode, buys, frame, TIE_TOLERANCE, codes)
        yield shell, values[: shell.rows], codes
        next_values = values


@dataclass(frozen=True)
class Solution:
    """Solution for games of bounded length: the optimum, or another strategy's values."""

    model: Model
    turns: int
    to_come: Floats
    """(turns + 1,): W(Q0, n), points the strategy adds to Q0 in n turns."""
    values: Floats
    """(states,) or (0,): W of each state, in ``DeckSpace.state`` order."""
    codes: Codes
    """(states,) or (0,) ``model.code_type``: bits 2b and 2b + 1 are the `Purchase` in band b."""

    @property
    def space(self) -> DeckSpace:
        """Deck space indexing the arrays."""
        return DeckSpace(self.model.dims, self.turns)

    @property
    def scores(self) -> Floats:
        """Expected final score of the game of each length, shape (turns + 1,)."""
        return self.model.game.start_points + self.to_come


def solve(
    game: Rules,
    turns: int,
    *,
    values: bool = False,
    codes: bool = False,
    value_depth: int | None = None,
    code_depth: int | None = None,
    must_buy: bool = False,
    threads: int | None = None,
) -> Solution:
    """Return the optima of games up to ``turns`` long, ignoring the rules' own end.

    W and the actions of every state are kept on request, or only those of decks of at most
    ``value_depth`` and ``code_depth`` bought cards: the first part of the arrays. ``must_buy``
    forbids passing where a card is affordable; codes are still those of the best action.
    """
    model = Model(game)
    value_depth = min(turns if value_depth is None else value_depth, turns) if values else -1
    code_depth = min(turns if code_depth is None else code_depth, turns) if codes else -1
    whole = max(value_depth, code_depth, 0)
    for core in () if must_buy else guess_cores(model, turns, whole):
        least = solve_once(model, turns, whole, code_depth, threads=threads, core=core)
        core = replace(core, is_generous=True)
        most = solve_once(model, turns, whole, -1, threads=threads, core=core)
        gap = most.values - least.values
        if (gap <= CORE_TOLERANCE * np.maximum(1.0, least.values)).all():
            kept_states = DeckSpace(model.dims, turns).state_start(value_depth + 1)
            return replace(least, values=least.values[:kept_states])
    return solve_once(model, turns, value_depth, code_depth, must_buy=must_buy, threads=threads)


def solve_once(
    model: Model,
    turns: int,
    value_depth: int,
    code_depth: int,
    *,
    must_buy: bool = False,
    threads: int | None,
    core: CoreDecks | None = None,
    strategy: str = StrategyName.OPTIMAL,
) -> Solution:
    """Return a single sweep's solution for all decks or a core.

    Depths are the most bought cards of decks whose W, and whose actions, are kept; -1 for none. W
    is that of optimal play, or of a simple strategy, and the actions are the best under it.
    """
    space = DeckSpace(model.dims, turns)
    all_values = np.zeros(space.state_start(min(value_depth + 1, turns)))
    all_codes = np.zeros(space.state_start(min(code_depth + 1, turns)), model.code_type)
    is_optimal = strategy == StrategyName.OPTIMAL
    table = np.zeros((0, 3)) if is_optimal else purchase_chances(model, strategy)
    values = np.zeros((1, 1))
    with sweep(model, turns, threads, core=core) as shells:
        for shell, values, shell_codes in guided_shells(
            model, table, turns, shells, code_depth, must_buy, core
        ):
            first = space.state_start(shell.size)
            block = slice(first, first + shell.rows * shell.length)
            if shell.size <= value_depth:
                all_values[block] = values[:, 1:].ravel()
            if shell.size <= code_depth:
                all_codes[block] = shell_codes.ravel()
    return Solution(model, turns, values[0].copy(), all_values, all_codes)


def solve_state(
    game: Rules, deck: tuple[int, ...], coins: int, turns_to_go: int
) -> tuple[ActionScore, ...]:
    """Return every affordable action of any state, best first, without a table.

    The game that starts with ``deck`` is solved, so the deck need not come from the starting deck:
    0.01 s with 31 turns to go, half a second with 100.
    """
    start = replace(game, start=deck)
    fresh = solve(start, turns_to_go, values=True, value_depth=1)
    return action_scores(fresh.model, fresh.space, fresh.values, deck, coins, turns_to_go)
