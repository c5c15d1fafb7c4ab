"""What each legal card takes in the games that a sampling player would look at, game by game.

The players of `llq.solver.sueca.players` keep sums, which is all that a choice needs. Advice needs
every game: how often a team wins, and how much of a difference is luck. So their own kernel is run
here on as many hands at a time as its lanes hold, and the lanes are read out.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import UnknownStrategy
from llq.solver.rng import streams
from llq.solver.sueca import engine, monte_carlo
from llq.solver.sueca.engine import GONE, PLAYED, TRICK
from llq.solver.sueca.monte_carlo import Choice, Source
from llq.solver.sueca.players import Kind, Strategy, find_strategy
from llq.solver.sueca.playouts import LANES
from llq.solver.sueca.position import Position
from llq.solver.sueca.rules import DECK, POINTS, points_of

__all__ = ["Samples", "Sampling", "find_sampling", "sample_games"]


_MOST_GAMES = 2_000_000
"""Games a card: some 40 megabytes."""


class Samples(NamedTuple):
    """What each legal card takes on some hands of the others, the same for every card."""

    points: NDArray[np.int16]
    """(cards, hands, games) points that the mover's team takes from here on, the trick on the
    table included; cards ascending."""
    is_exact: bool
    """Whether the hands are all that agree with the play, once each."""
    words: str
    """What hands and games they are."""


Sampling = Callable[[Position, Strategy, int], Samples]
"""From a position, a player and a seed, what his games say."""


def sample_games(position: Position, player: Strategy, seed: int) -> Samples:
    """Return what each legal card takes in random games on hands drawn for the others."""
    row = position.to_row()
    legal = int(engine.legal(row))
    cards = legal.bit_count()
    stream = streams(seed, 0, 1)
    work = monte_carlo.make_work()
    before = int(row[PLAYED])
    on_table = sum(POINTS[card & 15] for card in row[TRICK : TRICK + before].tolist())
    to_come = points_of(DECK & ~int(row[GONE])) + on_table
    repeats = player.playouts
    block = LANES // cards // repeats
    blocks = []
    for first in range(0, player.shuffles, block):
        hands = min(block, player.shuffles - first)
        settings = player.settings()
        settings[3] = hands  # shuffles
        monte_carlo.weigh(row, legal, settings[2:], stream, work)
        score = work.lanes.score[: cards * hands * repeats].astype(np.int16)
        blocks.append((to_come - score if before & 1 else score).reshape(cards, hands, repeats))
    every = " for every card" if player.apart else ""
    words = (
        f"{player.shuffles:,} hands{every} drawn uniformly from {position.deals:,} that agree with "
        f"the play; {repeats} random game{'s' * (repeats > 1)} each: {player.name}, seed {seed}"
    )
    return Samples(np.concatenate(blocks, axis=1), False, words)


_SAMPLINGS: MappingProxyType[Kind, Sampling] = MappingProxyType({Kind.MONTE_CARLO: sample_games})
"""How each kind of player looks at games. One that solves hands with open cards joins here, with
one game a hand; and with every hand once, exactly, where they are few."""


def find_sampling(player: str | Strategy) -> tuple[Strategy, Sampling]:
    """Return a player who can advise, and how he looks at games.

    Raises
    ------
    UnknownStrategy
        There is no such player, or he weighs no cards, or looks at what nobody may see.
    """
    found = find_strategy(player) if isinstance(player, str) else player
    is_fair = found.source is Source.DRAWN and found.choice is Choice.MEAN
    if found.kind not in _SAMPLINGS or not is_fair:
        raise UnknownStrategy(
            f"{found.name} does not advise: advice is the mean over hands that agree with the "
            "play, by mc_extra:500x2 or with other numbers, mc_average or mc_extra_apart"
        )
    if found.shuffles * found.playouts > _MOST_GAMES:
        raise UnknownStrategy(f"{found.name}: at most {_MOST_GAMES:,} games a card are kept")
    if found.shuffles < 2:
        raise UnknownStrategy(f"{found.name} does not advise: an error needs two hands or more")
    return found, _SAMPLINGS[found.kind]
