"""The build of the table of the fewest turns: optima, their chances by turn, and known rules."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.dominion.fewest.answers import MOST_PROVINCES, RULES, fewest_caps
from llq.query.dominion.fewest.table import (
    BEST_TURNS,
    GOLD,
    PASS,
    SILVER,
    STRATEGIES,
    THESIS_TURNS,
    TURNS,
    DominionFewest,
    decks,
)
from llq.query.jobs.block_build import BlockJob, build_from_blocks
from llq.solver.arguments import check_threads
from llq.solver.dominion.menus import known_menu
from llq.solver.dominion.variants import rules
from llq.solver.jobs.blocks import computes_here, computing_on

_BANDS = (0, 3, 6, 8)  # least coins of each column of ``fresh_buy``
_LEAST = {"fresh": 1e-14, "real": 1e-12}  # chance of a state that is followed
_LEAST_OF_MANY = {3: 1e-12, 4: 1e-12, 5: 1e-11}  # where Duchies make the decks many; then 1e-10

Floats = NDArray[np.float64]


def build_fewest(
    provinces: int = MOST_PROVINCES,
    folder: str | os.PathLike[str] | None = None,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> Path:
    """Solve the fewest turns to 1 to ``provinces`` Provinces, write the table, return its path.

    Eight take some five minutes and 2 GB on two cores. An interrupted build resumes.

    Raises
    ------
    IllegalState
        There is no such number of Provinces.
    TableNotWritable
        The folder cannot be written to.
    """
    if not 1 <= provinces <= MOST_PROVINCES:
        raise IllegalState(f"provinces must be 1 to {MOST_PROVINCES}; got {provinces}")
    check_threads(threads)
    with computing_on(executor):  # elsewhere every worker is one thread
        job = fewest_job(provinces, threads if computes_here() else 1)
        return build_from_blocks(
            job,
            folder=folder,
            threads=1,  # a block has threads of its own, and memory for one at a time
            progress=progress,
        )


class FewestBlock(NamedTuple):
    """One result: of a strategy, the ``bound`` of every policy, or the ``best`` chances."""

    what: str
    rule: str
    provinces: int


def fewest_job(provinces: int, threads: int = 2) -> BlockJob[FewestBlock]:
    """Return what `build_fewest` computes and joins; each block takes some threads."""
    blocks = [
        FewestBlock(what, rule, goal)
        for what in (*STRATEGIES, "bound", "best")
        for rule in RULES
        for goal in range(1, provinces + 1)
    ]

    def join(results: Iterator[Floats]) -> dict[str, NDArray[Any]]:
        by_block = dict(zip(blocks, results, strict=True))

        def stack(what: str, part: slice | int) -> NDArray[Any]:
            goals = range(1, provinces + 1)
            return np.array(
                [[by_block[FewestBlock(what, rule, n)][part] for n in goals] for rule in RULES]
            )

        values, buys = [], []
        for rule in RULES:
            rest = [
                by_block[FewestBlock("optimum", rule, n)][3 + TURNS :]
                for n in range(1, provinces + 1)
            ]
            values.append(np.concatenate([r[: decks(n)] for n, r in enumerate(rest, 1)]))
            if rule == "fresh":
                buys = [r[decks(n) :].reshape(-1, len(_BANDS)) for n, r in enumerate(rest, 1)]
        done = np.stack([stack(name, slice(2, 3 + TURNS)) for name in STRATEGIES])
        # Where the best chances leave out bought Copper, the optimum may be a trifle better.
        best_done = np.maximum(stack("best", slice(None)), done[0, ..., : BEST_TURNS + 1])
        return {
            "turns": np.stack([stack(name, 0) for name in STRATEGIES]),
            "lost": np.stack([stack(name, 1) for name in STRATEGIES]),
            "at_least": stack("bound", 0),
            "done": done,
            "best_done": best_done,
            "deck_turns": np.stack(values),
            "fresh_buy": np.concatenate(buys).astype(np.uint8),
        }

    spec = DominionFewest.make_spec(provinces)
    return BlockJob(
        spec=spec,
        command=DominionFewest.command_of(spec),
        tasks={f"{b.what.replace('_', '-')}-{b.rule}-{b.provinces}": b for b in blocks},
        work=partial(compute_block, threads=threads),
        join=join,
        cost=_cost,
    )


def compute_block(block: FewestBlock, threads: int) -> Floats:
    """Return a result as one row of numbers.

    Returns
    -------
    of a strategy
        Expected turns, the chance lost, chances to be done within 0 to ``TURNS`` turns; of the
        optimum also the turns of each deck kept and, by fresh hands, what it buys.
    ``bound``
        (1,) turns that no policy is below.
    ``best``
        (BEST_TURNS + 1,) best chances to be done.
    """
    if block.what == "optimum":
        return _optimum(block, threads)
    if block.what in STRATEGIES:
        return _followed(block)
    # Imported here: compiling is for those who build.
    from llq.solver.dominion.fewest.decks import money_box
    from llq.solver.dominion.fewest.fresh import FreshGame
    from llq.solver.dominion.fewest.piles import PileGame

    is_bound = block.what == "bound"
    caps = fewest_caps(block.provinces, block.rule)
    if block.rule == "real" and not is_bound:  # every turn is a sweep over all states
        caps = caps._replace(copper=int(block.provinces <= 4), silver=16, gold=16)
    box = money_box(block.provinces, caps, relaxed=is_bound)
    if block.rule == "fresh":
        game = FreshGame(box)
        return np.array([game.optimum().turns]) if is_bound else game.best_chances(BEST_TURNS)[:, 0]
    piles = PileGame(box)
    if is_bound:
        return np.array([piles.optimum(threads=threads).turns])
    return piles.best_chances(BEST_TURNS, threads=threads)


def _optimum(block: FewestBlock, threads: int) -> Floats:
    from llq.solver.dominion.fewest.decks import money_box
    from llq.solver.dominion.fewest.fresh import FreshGame
    from llq.solver.dominion.fewest.piles import PileGame
    from llq.solver.dominion.fewest.policies import PilePolicy
    from llq.solver.dominion.fewest.turn_by_turn import pile_flow

    box = money_box(block.provinces, fewest_caps(block.provinces, block.rule))
    copper = box.kinds[0].least
    numbers = [
        box.number((copper, silver, gold, bought))
        for bought in range(block.provinces)
        for silver in range(SILVER + 1)
        for gold in range(GOLD + 1)
    ]
    if block.rule == "real":
        best = PileGame(box).optimum(threads=threads)
        played = pile_flow(PilePolicy(best), block.provinces, TURNS, least=_LEAST["real"])
        values = best.values[best.game.offset[numbers]]
        return np.concatenate([[best.turns, played.lost], played.done, values])
    fresh = FreshGame(box).optimum()
    kinds = [rules().place[kind.name] for kind in box.kinds]
    place = np.array([*(kinds[bought[0]] for bought in fresh.game.bought), PASS])
    buys = place[fresh.choice[np.ix_(numbers, _BANDS)]]  # passing is -1, the last
    done = fresh.done_by(TURNS)
    return np.concatenate([[fresh.turns, 0.0], done, fresh.value[numbers], np.ravel(buys)])


def _followed(block: FewestBlock) -> Floats:
    from llq.solver.dominion.fewest.decks import Caps
    from llq.solver.dominion.fewest.policies import MenuPolicy, SolutionPolicy
    from llq.solver.dominion.fewest.turn_by_turn import Policy, fresh_flow, pile_flow
    from llq.solver.dominion.solitaire.solver import solve

    is_thesis = block.what == "thesis"
    policy: Policy
    if is_thesis:
        policy = SolutionPolicy(solve(rules(), THESIS_TURNS, codes=True))
        caps, turns = Caps(4, 20, 18), THESIS_TURNS
    else:
        name = "big_money_duchy" if block.what == "big_money_duchies" else block.what
        policy, turns = MenuPolicy(known_menu(name)), TURNS
        caps = Caps(0, 40, 30) if block.what == "big_money" else Caps(0, 30, 24)
    buys_dead = block.what != "big_money"
    least = _LEAST[block.rule]
    if block.rule == "real" and buys_dead and block.provinces > 2:
        least = _LEAST_OF_MANY.get(block.provinces, 1e-10)
    if block.rule == "fresh":
        played = fresh_flow(policy, block.provinces, turns, caps, buys_dead=buys_dead, least=least)
    else:
        played = pile_flow(policy, block.provinces, turns, least=least)
    done = np.pad(played.done, (0, TURNS - turns), mode="edge")
    lost = played.lost if is_thesis else 1.0 - done[-1]
    return np.concatenate([[np.nan if is_thesis else played.turns, lost], done])


def _cost(block: FewestBlock) -> int:
    heavy = {"best": 20, "optimum": 3, "bound": 2}.get(block.what, 8)
    return heavy * block.provinces**3 * (20 if block.rule == "real" else 1)
