"""How strong players of Sueca are, on common deals, each from both sides.

``python -m benchmarks.sueca_strong ROW …`` plays rows (`ROWS`), such as ``'strong v mc_extra'``;
``all`` of them, the most important first. Blocks of deals are kept in ``build/sueca_strong``, so a
run that was cut off resumes, and a run with more ``--deals`` adds to what there is. ``--write``
puts every row that is done into ``benchmarks/sueca_strong.json``, from which ``python -m
tools.update figures`` takes a page's table. ``--bank 2702`` has other deals; ``--jobs`` processes
play.

A deal counts once, as the mean over its games, so errors are those of the means over deals. CPU is
that of the process, measured at every decision, the forced ones among them.
"""

import argparse
import json
import re
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.query.match_result import estimate
from llq.query.sueca.built_in_players import find_player
from llq.solver.card_masks import cards_of
from llq.solver.jobs.blocks import computing_on, run_blocks
from llq.solver.rng import streams
from llq.solver.sources import SHARED_ROOMS, tree_hash
from llq.solver.sueca import engine
from llq.solver.sueca.matches import deals as dealing
from llq.solver.sueca.players import Strategy, choose_card
from llq.solver.sueca.positions.position import observe
from llq.solver.sueca.rules import CARDS, HAND_SIZE, RULES, SEATS, TOTAL_POINTS, find_card
from llq.store.checkpoints import Checkpoints

RESULTS = Path(__file__).with_suffix(".json")
BLOCKS = Path(__file__).parent.parent / "build" / "sueca_strong"
BLOCK = 20
"""Deals of a block."""
BANK = 2701
"""The seed of the deals, unless another is asked for."""
Choose = Callable[[NDArray[np.int64], NDArray[np.uint64], Random], int]


@dataclass(frozen=True)
class Row:
    """A team of one player twice against another."""

    first: str
    second: str
    deals: int = 2000


ROWS = [
    Row("strong", "mc_extra"),
    Row("strong", "mc_peek"),
    Row("strong", "pimc:20/8"),
    Row("strong:0.025s/5", "mc_peek"),
    Row("strong", "pimc_peek", 1000),
    Row("strong", "rules"),
    Row("rules", "mc_extra"),
    Row("trained", "mc_extra"),
    Row("trained", "mc_peek"),
]
"""The most important first."""


def main() -> None:
    """Play what was asked for, print it, and write it where that was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("rows", nargs="*", help="such as 'strong v mc_extra'; or all")
    parser.add_argument("--deals", type=int, help="instead of each row's own number")
    parser.add_argument("--bank", type=int, default=BANK)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    for row in ROWS:
        if {f"{row.first} v {row.second}", "all"} & set(options.rows):
            deals = options.deals or row.deals
            complete(row, options.bank, deals, options.jobs)
            figures = summary(row, options.bank, deals)
            print(text_of(figures), flush=True)
            if options.write:
                write(figures)


def complete(row: Row, bank: int, deals: int, jobs: int) -> None:
    """Play the blocks of a row that are not kept yet."""
    checkpoints = blocks_of(row, bank)
    firsts = [first for first in range(0, deals, BLOCK) if checkpoints.load(f"{first}") is None]
    work = partial(play_block, row, bank)
    with ProcessPoolExecutor(jobs) as pool, computing_on(pool):
        for place, block in run_blocks(work, firsts):
            checkpoints.save(f"{firsts[place]}", block)


def write(figures: dict[str, Any]) -> None:
    """Write a row in place of the last one of the same teams and bank, the rows in order."""
    order = [(row.first, row.second) for row in ROWS]

    def place(row: dict[str, Any]) -> tuple[int, int]:
        return row["bank"], order.index((row["first"], row["second"]))

    rows = {place(row): row for row in [*json.loads(RESULTS.read_text("utf-8")), figures]}
    lines = ",\n".join(json.dumps(rows[key]) for key in sorted(rows))
    RESULTS.write_text(f"[\n{lines}\n]\n", "utf-8")


def blocks_of(row: Row, bank: int) -> Checkpoints:
    """Return the kept blocks of a row; another version of Sueca's solver has others."""
    solver = tree_hash("solver", rooms=(*SHARED_ROOMS, "sueca"))
    depends_on = f"{row.first} {row.second} {bank} {BLOCK} {solver}"
    name = re.sub("[:/, ]+", "_", f"{row.first}-{row.second}-{bank}")
    return Checkpoints(BLOCKS / name, depends_on)


def play_block(row: Row, bank: int, first: int) -> NDArray[np.float64]:
    """Return a row a deal.

    Its columns are the first's lead, games won and drawn, and lead in game points; then of each
    team its decisions, their CPU seconds and those of the longest.
    """
    warm_up(row, bank)
    return np.array([play_deal(row, bank, deal) for deal in range(first, first + BLOCK)])


@cache
def warm_up(row: Row, bank: int) -> None:
    """Play a deal, so that no decision pays for compiling."""
    play_deal(row, bank, 0)


def play_deal(row: Row, bank: int, deal: int) -> list[float]:
    """Play a deal from both sides and return the means of its games, and the CPU."""
    results, cpu = np.zeros(4), np.zeros((2, 3))
    for side, pair in enumerate([(row.first, row.second), (row.second, row.first)]):
        seats = [*pair, *pair]
        points, tricks = play_game(seats, bank, deal, cpu[:: -1 if side else 1])
        if side:
            points, tricks = TOTAL_POINTS - points, HAND_SIZE - tricks
        lead = RULES.games(points, tricks) - RULES.games(TOTAL_POINTS - points, HAND_SIZE - tricks)
        results += [2 * points - TOTAL_POINTS, lead > 0, lead == 0, lead]
    return [*(results / 2), *cpu.ravel()]


def play_game(seats: list[str], bank: int, deal: int, cpu: NDArray[np.float64]) -> tuple[int, int]:
    """Return the points and tricks of North and South.

    Deals and seats have the streams that they have in matches. ``cpu`` is modified in place.
    """
    game = np.zeros(engine.ROW, dtype=np.int64)
    sources = streams(bank, (1 + SEATS) * deal, (1 + SEATS) * (deal + 1))
    dealing.deal(dealing.Deals().arrays(), game, sources[:1])
    randoms = [Random(f"{bank} {deal} {seat}") for seat in range(SEATS)]
    while game[engine.TURN] < CARDS:
        seat = int(engine.mover(game))
        start = time.thread_time()
        card = player(seats[seat])(game, sources[seat + 1 : seat + 2], randoms[seat])
        seconds = time.thread_time() - start
        team = cpu[seat % 2]
        team[:] = team[0] + 1, team[1] + seconds, max(team[2], seconds)
        if card not in cards_of(engine.legal_cards(game)):
            raise AssertionError(f"{seats[seat]} chose {card} in deal {deal}")
        engine.apply(game, card)
    return int(game[engine.SCORE]), int(game[engine.TRICKS])


@cache
def player(name: str) -> Choose:
    """Return a function of a row, its seat's stream and a generator that chooses a card."""
    strategy: Any = find_player(name)
    if isinstance(strategy, Strategy):
        return lambda game, stream, _: choose_card(game, strategy.settings(), stream)
    return lambda game, _, random: find_card(strategy.choose(observe(game), random))


def summary(row: Row, bank: int, deals: int) -> dict[str, Any]:
    """Return a row's figures from its kept blocks."""
    checkpoints = blocks_of(row, bank)
    blocks = [checkpoints.load(f"{first}") for first in range(0, deals, BLOCK)]
    played = np.concatenate([block for block in blocks if block is not None])
    lead, won, game_points = (estimate(played[:, column]) for column in (0, 1, 3))
    figures: dict[str, Any] = {
        "first": row.first,
        "second": row.second,
        "bank": bank,
        "deals": len(played),
        "games": int(played[:, [4, 7]].sum()) // CARDS,
        "lead": lead.mean,
        "lead_error": lead.standard_error,
        "won": won.mean,
        "won_error": won.standard_error,
        "drawn": played[:, 2].mean(),
        "game_points": game_points.mean,
        "game_points_error": game_points.standard_error,
    }
    for team, column in (("first", 4), ("second", 7)):
        figures[f"{team}_ms"] = 1e3 * played[:, column + 1].sum() / played[:, column].sum()
        figures[f"{team}_longest_ms"] = 1e3 * played[:, column + 2].max()
    return {key: round(x, 4) if isinstance(x, float) else x for key, x in figures.items()}


def text_of(figures: dict[str, Any]) -> str:
    """Return a row in one line."""
    return (
        "{first} v {second}: {lead:+.2f} ± {lead_error:.2f}, won {won:.1%} ± "
        "{won_error:.1%}, game points {game_points:+.3f} ± {game_points_error:.3f}; {deals} deals, "
        "{games} games; {first_ms:.2f} and {second_ms:.2f} ms a decision, longest "
        "{first_longest_ms:.0f} and {second_longest_ms:.0f}"
    ).format(**figures)


def markdown(_: str) -> str:
    """Return the results as a table of a page."""
    lines = [
        "| team | against | seed | deals | lead | games won | game points | ms a decision |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in json.loads(RESULTS.read_text("utf-8")):
        row |= {name: 100 * row[name] for name in ("won", "won_error")}
        row["ms"] = float(f"{row['first_ms']:.2g}")
        line = (
            "| `{first}` | `{second}` | {bank} | {deals:,} | {lead:+.2f} ± {lead_error:.2f} | "
            "{won:.1f} ± {won_error:.1f} % | {game_points:+.3f} | {ms:g} |"
        )
        lines.append(line.format(**row).replace("-", "−"))
    return "\n".join(lines)


if __name__ == "__main__":
    main()
