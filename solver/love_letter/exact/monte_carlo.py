"""Exact Monte Carlo player: chances of each choice from exact playouts, without sampling.

The player (`monte_carlo`) plays each option out at random a number of times and takes the one that
wins most, the first considered of several. The chance that a playout wins is the mover's chance
when both go on as Random, which `evaluate` gives exactly; the wins of an option's N playouts are
then binomial, independent between options, and so are the chances of every choice. With N without
limit the choice is the option with the best chance.
"""

from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.array_types import Bools, Bytes, Floats, Ints
from llq.solver.jit import njit
from llq.solver.jobs.threads import DaemonThreads
from llq.solver.love_letter.exact.evaluation import Evaluation, evaluate
from llq.solver.love_letter.exact.joint import WIN, add_play, fix_card, play_of, put_back
from llq.solver.love_letter.exact.policies import MIXED, NO_OPTIONS, Policy, random_policy
from llq.solver.love_letter.rules import GameArrays, Rules
from llq.solver.love_letter.table import kernels
from llq.solver.love_letter.table.block_states import Block, Blocks, Facts, take_blocks
from llq.solver.love_letter.table.book import Book
from llq.solver.love_letter.table.reach import reachable
from llq.solver.love_letter.table.states import UNKNOWN, state_space
from llq.solver.love_letter.turn import Branches, make_branches

_THREADS_SHARE = 256  # blocks a thread takes at a time
_TAIL = 9.0  # standard deviations; what is beyond has a chance below 1e-18


def monte_carlo_policy(
    rules: Rules,
    playouts: int | None = 1000,
    *,
    face_up: int = 0,
    playout_values: Evaluation | None = None,
    threads: int = 2,
) -> Policy:
    """Return the Monte Carlo player as a table of chances, for the deals of `evaluate`.

    Playouts are those of each option; None is the limit of many. ``playout_values`` are Random
    against Random in every state of this deal, where that has been evaluated already.
    """
    space, random = state_space(rules), random_policy(rules)
    if playout_values is None:
        playout_values, _ = evaluate(
            rules, random, random, face_up=face_up, everywhere=True, threads=threads
        )
    leads, values = playout_values.leads, playout_values.values
    visited = reachable(rules, (face_up,))
    choice = np.zeros(values.shape[1], dtype=np.int32)
    book = Book(rules.arrays, space.layout, leads, values, True)

    bounds = np.append(np.arange(0, len(space.block_cell), _THREADS_SHARE), len(space.block_cell))
    starts = np.append(leads.start[space.block_cell], len(choice))[bounds]

    def choose_in_share(share: int) -> _Rows:
        blocks = take_blocks(space, bounds[share], bounds[share + 1])
        cards, actions = len(rules.cards), len(rules.actions)
        widest = leads.width[blocks.cell].max(initial=1)
        scratch = _Scratch(
            branches=make_branches(cards),
            actions=np.empty(actions, dtype=np.int64),
            wins=np.empty((cards, actions, widest)),
            gains=np.empty((2, actions)),
            chances=np.empty(actions),
            counts=make_win_counts(actions, playouts or 0),
            values=np.empty((len(values), widest)),
            ones=np.ones(widest),
        )
        most = starts[share + 1] - starts[share] if playouts else 0
        rows = _Rows(
            length=np.empty(most, dtype=np.int64),
            action=np.empty(most * actions, dtype=np.uint8),
            chance=np.empty(most * actions),
            used=np.zeros(2, dtype=np.int64),
        )
        _choose_blocks(book, random.options, visited, blocks, playouts or 0, choice, rows, scratch)
        count, total = rows.used
        return _Rows(rows.length[:count], rows.action[:total], rows.chance[:total], rows.used)

    with DaemonThreads(threads) as pool:
        parts = list(pool.map(choose_in_share, range(len(bounds) - 1)))
    before = 0
    for share, part in enumerate(parts):  # each share counted its rows from 0
        choices = choice[starts[share] : starts[share + 1]]
        choices[choices >= MIXED] += before
        before += len(part.length)
    lengths, actions, chances, _ = (np.concatenate(column) for column in zip(*parts, strict=True))
    row = np.concatenate([[0], np.cumsum(lengths)])
    return Policy(False, NO_OPTIONS, leads, choice, row, actions, chances)


class WinCounts(NamedTuple):
    """Buffers for distributions of wins; rows are options, columns counts from the least."""

    floor: Ints  # (options,): smallest possible number of wins.
    ceiling: Ints  # (options,): largest possible number of wins.
    exact: Floats  # (options, counts): chance of exactly this count.
    fewer: Floats  # (options, counts): chance of fewer wins.
    terms: Floats  # (counts,)


def make_win_counts(options: int, playouts: int) -> WinCounts:
    """Return buffers for this many options, and playouts of each."""
    return WinCounts(
        np.empty(options, dtype=np.int64),
        np.empty(options, dtype=np.int64),
        np.empty((options, playouts + 1)),
        np.empty((options, playouts + 1)),
        np.empty(playouts + 1),
    )


class _Scratch(NamedTuple):
    """Working arrays of one thread."""

    branches: Branches
    actions: Ints  # (actions,): the options, in the order considered.
    wins: Floats  # (cards, options, leads): chance of winning a playout, by opposing card.
    # (2, options): the mover's chance to win a playout, at this lead and the previous one.
    gains: Floats
    chances: Floats  # (options,): each option's chance of being chosen.
    counts: WinCounts
    values: Floats  # (fields of `Chances`, leads)
    ones: Floats


class _Rows(NamedTuple):
    """Rows of chances, filled in one by one; unused room takes no memory."""

    length: Ints  # (rows,): actions of each.
    action: Bytes  # Actions of all rows, end to end.
    chance: Floats
    used: Ints  # (2,): rows and actions so far.


@njit(_nrt=False)
def _choose_blocks(
    book: Book,
    options: Ints,
    visited: Bools,
    blocks: Blocks,
    playouts: int,
    choice: NDArray[np.int32],
    rows: _Rows,
    scratch: _Scratch,
) -> None:
    """Fill in ``choice`` and ``rows`` for whole blocks, in place.

    Random playouts ignore what the opponent knows, and so does the choice.
    """
    for index in range(len(blocks.cell)):
        block = kernels.block_at(blocks, index)
        width, step = book.leads.width[block.cell], book.layout.width[block.cell]
        maids = 2 if book.layout.maid_step[block.cell] > 0 else 1
        exposed = block.places // maids // step * step  # places of all that the opponent may know
        count = 0
        for place in range(block.places if width > 0 else 0):
            facts = kernels.place_facts(book.layout, block, place)
            if facts.hand_known or place != facts.choice_place:
                continue
            if facts.card == UNKNOWN:
                count = _list_options(book.game, options, block, facts.maid, scratch.actions)
                if count > 1:
                    _fill_playout_wins(book, block, facts, count, scratch)
            rank = book.layout.offset[block.cell] + place
            if not visited[rank : rank + exposed : step].any():
                continue
            chosen = scratch.actions[0]
            first = kernels.lead_range(book.leads, block.cell, place).start
            for k in range(width):
                if count > 1 and _update_gains(block, facts, k, count, scratch):
                    chosen = _choose_option(scratch.gains[k % 2, :count], playouts, rows, scratch)
                choice[first + k : first + k + exposed * width : step * width] = chosen


@njit(_nrt=False)
def _choose_option(gains: Floats, playouts: int, rows: _Rows, scratch: _Scratch) -> int:
    """Return the chosen option; a mixed choice adds its chances to ``rows``, in place."""
    if playouts == 0:
        return int(scratch.actions[kernels.best_action(gains)])
    chances = scratch.chances[: len(gains)]
    fill_choice_chances(gains, playouts, chances, scratch.counts)
    row, end = rows.used
    for option in range(len(gains)):
        if chances[option] == 1.0:
            return int(scratch.actions[option])
        if chances[option] > 0:
            rows.action[end] = scratch.actions[option]
            rows.chance[end] = chances[option]
            end += 1
    rows.length[row] = end - rows.used[1]
    rows.used[0], rows.used[1] = row + 1, end
    return int(MIXED + row)


@njit(_nrt=False)
def _list_options(game: GameArrays, options: Ints, block: Block, maid: int, actions: Ints) -> int:
    """Fill in the considered actions, ordered as in `monte_carlo`; return their number."""
    first, second = options[block.low, block.high]
    if kernels.is_targeted(game.effects[first]):
        first, second = second, first
    count = 0
    for side in range(1 if first == second else 2):
        card = first if side == 0 else second
        for action in range(game.first_action[card], game.first_action[card + 1]):
            if not kernels.is_barred(game, card, game.action_argument[action], maid):
                actions[count] = action
                count += 1
    return count


@njit(_nrt=False)
def _fill_playout_wins(
    book: Book, block: Block, facts: Facts, count: int, scratch: _Scratch
) -> None:
    """Fill in ``scratch.wins`` for a hand's options; ``facts`` must contain no knowledge."""
    leads = kernels.lead_range(book.leads, block.cell, 0)
    chances, ones = scratch.values[:, : leads.width], scratch.ones[: leads.width]
    for opponent in range(len(block.unseen)):
        if block.unseen[opponent] == 0:
            continue
        joint = Facts(facts.maid, 0, 0, opponent, facts.run_place, facts.choice_place)
        state = fix_card(book.layout, block, joint)
        for option in range(count):
            play = play_of(book.game, block, scratch.actions[option])
            chances[:, :] = 0.0
            add_play(book, state, play, scratch.branches, ones, chances)
            for k in range(leads.width):
                scratch.wins[opponent, option, k] = chances[WIN, k]
        put_back(state)


@njit(_nrt=False)
def _update_gains(block: Block, facts: Facts, k: int, count: int, scratch: _Scratch) -> bool:
    """Fill in the options' gains at a lead; return whether they differ from the previous lead's."""
    gains, last_gains = scratch.gains[k % 2], scratch.gains[1 - k % 2]
    has_changed = k == 0
    n = block.unseen.sum()
    for option in range(count):
        if facts.known:
            gains[option] = scratch.wins[facts.card, option, k]
        else:
            gains[option] = 0.0
            for card in range(len(block.unseen)):
                if block.unseen[card] > 0:
                    share = block.unseen[card] / n
                    gains[option] += share * scratch.wins[card, option, k]
        has_changed = has_changed or gains[option] != last_gains[option]
    return has_changed


@njit(_nrt=False)
def fill_choice_chances(gains: Floats, playouts: int, chances: Floats, counts: WinCounts) -> None:
    """Fill in each option's chance of being chosen; ``chances`` (options,) is modified in place.

    ``gains`` (options,) are the chances that one playout of each is won, in the order considered.
    Wins are binomial; the most wins are chosen, the first of several.
    """
    options = len(gains)
    floors, ceilings, exact, fewer, _ = counts
    lowest, highest = 0, 0  # no other count of wins decides
    for option in range(options):
        gain = min(gains[option], 1.0)  # a sum of shares may round to more
        mean = playouts * gain
        spread = _TAIL * sqrt(mean * (1.0 - gain)) + _TAIL
        floors[option] = max(0, int(mean - spread)) if gain < 1.0 else playouts
        ceilings[option] = min(playouts, int(mean + spread) + 1) if gain > 0.0 else 0
        lowest, highest = max(lowest, floors[option]), max(highest, ceilings[option])
    width = highest - lowest + 1
    for option in range(options):
        if ceilings[option] >= lowest:
            _fill_binomial(playouts, gains[option], option, lowest, width, counts)
        else:
            for k in range(width):
                exact[option, k], fewer[option, k] = 0.0, 1.0
    total = 0.0
    for option in range(options):
        chances[option] = 0.0
        for k in range(width if ceilings[option] >= lowest else 0):
            term = exact[option, k]
            for other in range(options):
                if other < option:
                    term *= fewer[other, k]
                elif other > option:
                    term *= fewer[other, k] + exact[other, k]
            chances[option] += term
        total += chances[option]
    for option in range(options):
        chances[option] /= total


@njit(_nrt=False)
def _fill_binomial(
    trials: int, chance: float, option: int, lowest: int, width: int, counts: WinCounts
) -> None:
    """Fill in an option's chances of ``lowest + k`` wins and of fewer, for k below ``width``."""
    floor, ceiling = counts.floor[option], counts.ceiling[option]
    terms = counts.terms[: ceiling - floor + 1]
    terms[:] = 0.0
    if chance <= 0.0 or chance >= 1.0:
        terms[0] = 1.0
    else:
        mode = min(max(int((trials + 1) * chance), floor), ceiling)
        terms[mode - floor] = 1.0
        odds = chance / (1.0 - chance)
        for wins in range(mode + 1, ceiling + 1):
            terms[wins - floor] = terms[wins - floor - 1] * odds * (trials - wins + 1) / wins
        for wins in range(mode - 1, floor - 1, -1):
            terms[wins - floor] = terms[wins - floor + 1] / odds * (wins + 1) / (trials - wins)
        total = terms.sum()
        for index in range(len(terms)):
            terms[index] /= total
    below = 0.0
    for wins in range(floor, min(lowest, ceiling + 1)):
        below += terms[wins - floor]
    for k in range(width):
        wins = lowest + k
        counts.fewer[option, k] = below
        counts.exact[option, k] = terms[wins - floor] if floor <= wins <= ceiling else 0.0
        below += counts.exact[option, k]
