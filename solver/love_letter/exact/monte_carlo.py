"""The Monte Carlo player without sampling: exact playouts, exact chances of each choice.

The player (`monte_carlo`) plays each option out at random so many times and takes the one that wins
most, the first considered of several. The chance that a playout wins is the mover's chance when
both go on as Random, which `evaluate` gives exactly; the wins of an option's N playouts are then
binomial, independent between options, and so are the chances of every choice. With N without limit
the choice is the option with the best chance.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.backup import TIE
from llq.solver.love_letter.engine import make_arena
from llq.solver.love_letter.exact.evaluation import Evaluation, evaluate
from llq.solver.love_letter.exact.joint import add_chances
from llq.solver.love_letter.exact.policies import MIXED, Policy, random_policy
from llq.solver.love_letter.kernels import is_barred, is_hit, make_branches, play
from llq.solver.love_letter.leads import LeadIndex
from llq.solver.love_letter.reach import reachable
from llq.solver.love_letter.rules import Effect, GameArrays, Rules
from llq.solver.love_letter.states import Layout, state_space
from llq.solver.love_letter.turn import MISS, Branches

__all__ = ["choice_chances", "monte_carlo_policy"]

_GUESS, _REDRAW = int(Effect.GUESS), int(Effect.REDRAW)
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
    """Return the Monte Carlo player as a table of chances.

    Parameters
    ----------
    playouts
        Playouts for each option; None is the limit of many.
    face_up
        The deal that it is for, as in `evaluate`.
    playout_values
        Random against Random in every state of this deal, where that has been evaluated already.
    """
    space, arena = state_space(rules), make_arena(state_space(rules))
    if playout_values is None:
        rand = random_policy(rules)
        playout_values, _ = evaluate(
            rules, rand, rand, face_up=face_up, everywhere=True, threads=threads
        )
    leads = playout_values.leads
    visited = reachable(rules, (face_up,))
    choice = np.zeros(playout_values.values.shape[1], dtype=np.int32)

    bounds = np.append(np.arange(0, len(space.block_cell), _THREADS_SHARE), len(space.block_cell))
    starts = np.append(leads.start[space.block_cell], len(choice))[bounds]

    def run(share: int) -> tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.float64]]:
        cells = space.block_cell[bounds[share] : bounds[share + 1]]
        codes, hands = np.divmod(cells, space.layout.hands)
        return _choose_in_blocks(
            rules.arrays, space.layout, leads, arena.options, visited, space.unseen[codes],
            space.hand_cards[hands], cells, playout_values.values, playouts or 0, choice,
        )  # fmt: skip

    with ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(run, range(len(bounds) - 1)))
    rows = 0
    for share, (lengths, _, _) in enumerate(parts):  # each share counted its rows from 0
        choices = choice[starts[share] : starts[share + 1]]
        choices[choices >= MIXED] += rows
        rows += len(lengths)
    lengths, actions, chances = (np.concatenate(column) for column in zip(*parts, strict=True))
    row = np.concatenate([[0], np.cumsum(lengths)])
    return Policy(False, leads, choice, row, actions, chances)


@njit
def _choose_in_blocks(
    game: GameArrays,
    layout: Layout,
    leads: LeadIndex,
    options: NDArray[np.int64],
    visited: NDArray[np.bool_],
    unseen: NDArray[np.int64],
    hands: NDArray[np.int64],
    cells: NDArray[np.int64],
    values: NDArray[np.float64],
    playouts: int,
    choice: NDArray[np.int32],
) -> tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.float64]]:
    """Fill in ``choice`` for whole blocks, in place; return its rows' lengths, actions, chances."""
    size, cards = len(game.action_argument), unseen.shape[1]
    widest = 1
    for cell in cells:
        widest = max(widest, leads.width[cell])
    wins = np.empty((cards, size, widest))  # by the opponent's card
    gains, last_gains, chances = np.empty(size), np.empty(size), np.empty(size)
    actions = np.empty(size, dtype=np.int64)
    branches = make_branches(cards)
    lengths = [np.int64(0) for _ in range(0)]
    all_actions = [np.uint8(0) for _ in range(0)]
    all_chances = [0.0 for _ in range(0)]
    for block in range(len(cells)):
        cell, pool = cells[block], unseen[block]
        low, high = hands[block]
        width = leads.width[cell]
        if width == 0:
            continue
        kinds = layout.kinds[cell // layout.hands]
        revealed = layout.width[cell] > 1 + kinds
        exposures = (2 if low == high else 3) if revealed else 1
        for maid in range(2 if layout.maid_step[cell] > 0 else 1):
            count = _options(game, options, low, high, maid, actions)
            if count > 1:
                _playout_wins(
                    game, layout, leads, cell, pool, low, high, maid, actions[:count],
                    values, branches, wins,
                )  # fmt: skip
            for slot in range(layout.width[cell]):
                if 0 < slot <= kinds:
                    continue
                place = maid * layout.maid_step[cell] + slot
                needed = False
                for exposed in range(exposures):
                    rank = layout.offset[cell] + place + exposed * layout.width[cell]
                    needed = needed or visited[rank]
                if not needed:
                    continue
                for k in range(width):
                    picked = actions[0]
                    if count > 1:
                        seen = -1
                        for card in range(cards):
                            if pool[card] > 0:
                                seen += 1
                                if slot == 0 or seen == slot - 1 - kinds:
                                    share = pool[card] / pool.sum() if slot == 0 else 1.0
                                    for option in range(count):
                                        if seen == 0 or slot > 0:
                                            gains[option] = 0.0
                                        gains[option] += share * wins[card, option, k]
                        if playouts == 0:
                            best = gains[:count].max()
                            for option in range(count - 1, -1, -1):
                                if gains[option] >= best - TIE:
                                    picked = actions[option]
                        elif k > 0 and (gains[:count] == last_gains[:count]).all():
                            at = leads.start[cell] + place * width + k
                            picked = choice[at - 1]
                        else:
                            choice_chances(gains[:count], playouts, chances[:count])
                            last_gains[:count] = gains[:count]
                            sure = chances[:count].argmax()
                            if chances[sure] == 1.0:
                                picked = actions[sure]
                            else:
                                picked = MIXED + len(lengths)
                                length = 0
                                for option in range(count):
                                    if chances[option] > 0:
                                        length += 1
                                        all_actions.append(np.uint8(actions[option]))
                                        all_chances.append(chances[option])
                                lengths.append(np.int64(length))
                    for exposed in range(exposures):
                        at = (place + exposed * layout.width[cell]) * width + k
                        choice[leads.start[cell] + at] = picked
    return np.array(lengths), np.array(all_actions), np.array(all_chances)


@njit
def _options(
    game: GameArrays,
    options: NDArray[np.int64],
    low: int,
    high: int,
    maid: int,
    actions: NDArray[np.int64],
) -> int:
    """Fill in the actions considered, in the order of `monte_carlo`; return how many."""
    first, second = options[low, high]
    if game.effects[first] == _REDRAW:
        first, second = second, first
    count = 0
    for side in range(1 if first == second else 2):
        card = first if side == 0 else second
        for action in range(game.first_action[card], game.first_action[card + 1]):
            if not is_barred(game, card, game.action_argument[action], maid):
                actions[count] = action
                count += 1
    return count


@njit
def _playout_wins(
    game: GameArrays,
    layout: Layout,
    leads: LeadIndex,
    cell: int,
    pool: NDArray[np.int64],
    low: int,
    high: int,
    maid: int,
    actions: NDArray[np.int64],
    values: NDArray[np.float64],
    branches: Branches,
    wins: NDArray[np.float64],
) -> None:
    """Fill in ``wins`` (cards, options, differences): the chance that a playout is won."""
    width = leads.width[cell]
    chances, ones = np.empty((len(values), width)), np.ones(width)
    size, code = pool.sum() - 1, (pool * layout.stride).sum()
    for theirs in range(len(pool)):
        if pool[theirs] == 0:
            continue
        pool[theirs] -= 1
        for option in range(len(actions)):
            action = actions[option]
            argument = game.action_argument[action]
            played, kept = (low, high) if action < game.first_action[low + 1] else (high, low)
            if is_hit(game, played, argument, theirs, maid):
                wins[theirs, option, :width] = 1.0
                continue
            if game.effects[played] == _GUESS:
                argument = MISS
            outcome = play(
                game, layout, pool, size, code - layout.stride[theirs], played, argument, kept,
                theirs, maid, 0, 0, branches,
            )  # fmt: skip
            chances[:] = 0.0
            add_chances(leads, True, cell, outcome, branches, values, ones, chances)
            wins[theirs, option, :width] = chances[0]
        pool[theirs] += 1


@njit
def choice_chances(gains: NDArray[np.float64], playouts: int, chances: NDArray[np.float64]) -> None:
    """Fill in the chance that each option is chosen; ``chances`` is modified in place.

    Parameters
    ----------
    gains
        (options,) chance that one playout of each is won, in the order considered.
    playouts
        Playouts of each: wins are binomial, the most wins are chosen, the first of several.
    chances
        (options,)
    """
    options = len(gains)
    lowest, highest = 0, 0  # no other count of wins decides
    floors, ceilings = np.empty(options, dtype=np.int64), np.empty(options, dtype=np.int64)
    for option in range(options):
        gain = min(gains[option], 1.0)  # a sum of shares may round to more
        mean = playouts * gain
        spread = _TAIL * sqrt(mean * (1.0 - gain)) + _TAIL
        floors[option] = max(0, int(mean - spread)) if gain < 1.0 else playouts
        ceilings[option] = min(playouts, int(mean + spread) + 1) if gain > 0.0 else 0
        lowest, highest = max(lowest, floors[option]), max(highest, ceilings[option])
    exact = np.zeros((options, highest - lowest + 1))  # of so many wins
    fewer = np.zeros((options, highest - lowest + 1))  # of fewer wins
    for option in range(options):
        if ceilings[option] < lowest:
            fewer[option] = 1.0
        else:
            _binomial(
                playouts, gains[option], floors[option], ceilings[option], lowest,
                exact[option], fewer[option],
            )  # fmt: skip
    total = 0.0
    for option in range(options):
        chances[option] = 0.0
        if ceilings[option] >= lowest:
            for k in range(exact.shape[1]):
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


@njit
def _binomial(
    trials: int,
    chance: float,
    floor: int,
    ceiling: int,
    lowest: int,
    exact: NDArray[np.float64],
    fewer: NDArray[np.float64],
) -> None:
    """Fill in the chances of ``lowest + k`` wins and of fewer, both modified in place.

    What is outside ``floor`` to ``ceiling`` counts as impossible.
    """
    terms = np.zeros(ceiling - floor + 1)
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
        terms /= terms.sum()
    below = 0.0
    for wins in range(floor, min(lowest, ceiling + 1)):
        below += terms[wins - floor]
    for k in range(len(exact)):
        wins = lowest + k
        fewer[k] = below
        exact[k] = terms[wins - floor] if floor <= wins <= ceiling else 0.0
        below += exact[k]
