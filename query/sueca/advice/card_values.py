"""Samples of what each legal card takes, game by game, in a sampling player's own games.

The players of `llq.solver.sueca.players` keep sums, which is all that a choice needs. Advice needs
every game: how often a team wins, and how much of a difference is luck. So their kernel runs here
on as many hands at a time as its lanes hold, and the lanes are read out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import UnknownStrategy
from llq.query.sueca.advice.quantities import HANDS
from llq.solver.array_types import Floats, Ints, Shorts
from llq.solver.card_masks import cards_of, mask_of
from llq.solver.jobs.blocks import run_blocks
from llq.solver.jobs.progress import Progress
from llq.solver.rng import next_bits, streams
from llq.solver.sueca.players import Strategy, find_strategy
from llq.solver.sueca.playouts import monte_carlo, strong
from llq.solver.sueca.playouts.random_games import LANES, SCORE
from llq.solver.sueca.playouts.scratch import make_scratch, own_scratch
from llq.solver.sueca.policy import inference
from llq.solver.sueca.positions import sampling
from llq.solver.sueca.positions.position import Position
from llq.solver.sueca.rules import find_card
from llq.solver.sueca.settings import DEALS, SHUFFLES, TRIED, Choice, Kind, Source

_MOST_GAMES = 2_000_000
"""Games a card: some 40 megabytes."""

_BLOCK, _LARGE = 10, 9  # hands solved in one go; of so many cards one by one: up to 0.3 s each


class Samples(NamedTuple):
    """Points taken by each legal card on the same sampled hands."""

    points: Shorts
    """(cards, hands, games) points that the mover's team takes from here on, the trick on the
    table included; cards ascending."""
    is_exact: bool
    """Whether the samples enumerate every consistent deal."""
    source: str
    """The hands and games, in words."""
    weights: Floats | None = None
    """(hands,) weights of sum 1, None if equal."""
    beliefs: WeightedHands | None = None
    """Weighted hands, for players that infer from the play."""

    def estimate(self, samples: NDArray[np.number]) -> tuple[float, float | None]:
        """Return the mean of (hands, games) numbers, and its standard error if inexact.

        Hands are what is sampled: games with the same hands are not independent. Hands drawn
        uniformly and weighted by ``w``, or chosen among them in proportion to ``w`` with each
        counted as often as it was chosen, give a ratio of two means over draws; its error is
        ``sqrt(sum(w**2 * (mean of a hand's games - mean)**2))`` [1]_.

        References
        ----------
        .. [1] W. G. Cochran, Sampling Techniques, 3rd ed., 1977, section 2.11: ratio estimates.
        """
        means = samples.mean(axis=1)
        if self.weights is None:
            mean, squares = means.mean(), (means - means.mean()) ** 2 / len(means) ** 2
        else:
            mean = means[0] + self.weights @ (means - means[0])  # exact where all are the same
            squares = (self.weights * (means - mean)) ** 2
        hands = len(means)
        error = sqrt(squares.sum() * hands / max(hands - 1, 1))
        return float(mean), None if self.is_exact else error


class WeightedHands(NamedTuple):
    """Uniformly drawn, consistent hands of the other players, with weights."""

    hands: Ints
    """(hands, 3) other players' cards, in playing order after the mover."""
    weights: Floats
    """(hands,) likelihood weights given the play, of sum 1."""

    @property
    def effective(self) -> float:
        """The number of equally likely hands that tell as much."""
        return 1 / float((self.weights**2).sum())


Sampling = Callable[[Position, Strategy, int, int, Progress], Samples]
"""Samples a position, for a player, seed and thread count."""


def sample_games(
    position: Position, player: Strategy, seed: int, _threads: int = 1, progress: Progress = None
) -> Samples:
    """Return samples of random games on hands drawn for the others: millions a second."""
    row, legal = position.to_row(), mask_of(map(find_card, position.legal))
    cards, repeats, settings = len(position.legal), player.playouts, player.settings()
    stream, scratch = streams(seed, 0, 1), make_scratch()
    is_of_leader = len(position.trick) % 2 == 0
    block = LANES // cards // repeats
    blocks = []
    for first in range(0, player.shuffles, block):
        hands = min(block, player.shuffles - first)
        settings[SHUFFLES] = hands
        monte_carlo.try_cards(row, legal, settings, stream, scratch)
        score = scratch.lanes[SCORE : SCORE + cards * hands * repeats].astype(np.int16)
        points = score if is_of_leader else position.points_to_come - score
        blocks.append(points.reshape(cards, repeats, hands).swapaxes(1, 2))
        if progress:
            progress(first + hands, player.shuffles)
    every = " for every card" if player.apart else ""
    source = (
        f"{player.shuffles:,} hands{every} drawn uniformly from {position.deals:,} that agree with "
        f"the play; {repeats} random game{'s' if repeats > 1 else ''} each: {player.name}, "
        f"seed {seed}"
    )
    return Samples(np.concatenate(blocks, axis=1), False, source)


def solve_games(
    position: Position, player: Strategy, seed: int, threads: int = 1, progress: Progress = None
) -> Samples:
    """Return samples of open-hand games on drawn hands, in blocks.

    All hands that agree with the play are solved, once each, where they are no more than
    ``player.deals`` or `HANDS`. Before the player solves, its random games are returned.
    """
    if len(position.hand) > player.open_from:
        return sample_games(position, player, seed, threads, progress)
    is_exact = position.deals <= max(HANDS, player.deals)
    if is_exact:
        hands = np.array([*every_hands(position)], dtype=np.int64)
    else:
        stream = streams(seed, 0, 1)
        hands = sampling.draw_hands(position.to_row(), position.seat, player.deals, stream)
    points = _solve(position, hands, threads, progress)
    deals = f"all {position.deals:,} deals"
    if not is_exact:
        deals = f"{player.deals:,} hands drawn uniformly from {position.deals:,}"
    source = (
        f"{deals} that agree with the play; each solved with open hands: {player.name}, seed {seed}"
    )
    return Samples(points, is_exact, source)


def infer_games(
    position: Position, player: Strategy, seed: int, threads: int = 1, progress: Progress = None
) -> Samples:
    """Return samples of policy or open-hand games, on hands inferred from play.

    Hands are drawn uniformly and weighted by how likely they make the play so far; some are chosen
    by these weights, and each counts as often as it was chosen: a fifth of those drawn where the
    player solves, if it does not solve more. All hands that agree with the play are solved, and
    weighted, where they are no more than `HANDS`.
    """
    row, settings, stream = position.to_row(), player.settings(), streams(seed, 0, 1)
    scratch = make_scratch()
    strong.set_hands(row, settings)
    work, beliefs, drawn = scratch.strong, scratch.strong.beliefs, int(settings[SHUFFLES])
    is_open = len(position.hand) <= player.open_from
    is_exact = is_open and position.deals <= HANDS
    if is_exact:
        drawn = position.deals
        beliefs.hands[:drawn] = [*every_hands(position)]
        inference.judge(row, drawn, player.power, player.mixture, work.styles, beliefs)
        chosen, weights = np.arange(drawn), beliefs.weights[:drawn].copy()
    else:
        strong.believe(row, settings, stream, scratch)
        tried = max(int(settings[DEALS]), drawn // 5) if is_open else int(settings[TRIED])
        inference.resample(drawn, tried, beliefs.weights, work.chosen, stream)
        chosen, times = np.unique(work.chosen[:tried], return_counts=True)
        weights = times / tried
    report = progress or (lambda *_: None)
    report(0, len(chosen))
    if is_open:
        points = _solve(position, beliefs.hands[chosen], threads, progress)
        games = "solved with open hands"
    else:
        work.chosen[: len(chosen)], settings[TRIED] = chosen, len(chosen)
        strong.play(row, settings, np.uint64(next_bits(stream)) | np.uint64(1), work)
        repeats = player.playouts
        scores = work.taken[: len(position.legal), : len(chosen) * repeats]
        points = scores.reshape(len(position.legal), len(chosen), repeats).copy()
        games = f"{repeats} game{'s' if repeats > 1 else ''} each by the trained network"
        report(len(chosen), len(chosen))
    hands = WeightedHands(beliefs.hands[:drawn].copy(), beliefs.weights[:drawn].copy())
    if is_exact:
        source = f"all {drawn:,} deals that agree with the play, weighted by it; each {games}"
    else:
        source = (
            f"{len(chosen):,} of {drawn:,} hands drawn from {position.deals:,}, chosen by how "
            f"likely they make the play (worth {hands.effective:,.0f} equally likely); {games}"
        )
    source += f": {player.name}, seed {seed}"
    if not position.in_order:
        source += "; nothing is inferred from earlier tricks: their order is not given"
    return Samples(points, is_exact, source, weights, hands)


def _solve(position: Position, hands: Ints, threads: int, progress: Progress) -> Shorts:
    """Return the points of each legal card with some hands open, (cards, hands, 1), in blocks."""
    block = 1 if len(position.hand) >= _LARGE else _BLOCK
    blocks = np.split(hands, range(block, len(hands), block))
    solve = partial(_solve_hands, position.to_row(), sorted(map(find_card, position.legal)))
    points, count = [np.empty((0, 0), np.int16)] * len(blocks), 0
    with closing(run_blocks(solve, blocks, threads=threads)) as solved:
        for number, points[number] in solved:
            count += len(blocks[number])
            if progress:
                progress(count, len(hands))
    north_points = np.concatenate(points).T[:, :, None]
    return position.points_to_come - north_points if position.seat % 2 else north_points


def _solve_hands(row: Ints, legal: list[int], hands: Ints) -> Shorts:
    scratch, guess = own_scratch(), -1
    points = np.empty((len(hands), len(legal)), dtype=np.int16)
    for place, scratch.hands[:] in enumerate(hands):
        guess = int(monte_carlo.solve_drawn(row, guess, scratch))
        points[place] = scratch.values[legal]
    return points


def every_hands(position: Position) -> Iterator[tuple[int, ...]]:
    """Enumerate the other players' consistent hands."""
    row, seat = position.to_row(), int(position.seat)
    known = sampling.make_sampler()
    unseen = cards_of(int(sampling.infer(row, seat, known)))
    lacks = [int(suits) for suits in sampling.lacked(row, seat)]
    yield from _deals(unseen, lacks, known.fixed.tolist(), known.room.tolist())


def _deals(
    cards: list[int], lacks: list[int], hands: list[int], room: list[int]
) -> Iterator[tuple[int, ...]]:
    """Enumerate the deals of cards to hands with room; all lists are restored."""
    if not cards:
        yield tuple(hands)
        return
    card, *others = cards
    for seat in range(3):
        if room[seat] and not lacks[seat] >> (card >> 4) & 1:
            hands[seat] ^= 1 << card
            room[seat] -= 1
            yield from _deals(others, lacks, hands, room)
            hands[seat] ^= 1 << card
            room[seat] += 1


_SAMPLINGS: dict[Kind, Sampling] = {
    Kind.MONTE_CARLO: sample_games,
    Kind.PIMC: solve_games,
    Kind.STRONG: infer_games,
}
"""Sampling method for each kind of player."""


def find_sampling(player: str | Strategy) -> tuple[Strategy, Sampling]:
    """Return an advising player and its sampling method."""
    player = find_strategy(player) if isinstance(player, str) else player
    if not isinstance(player, Strategy):
        raise UnknownStrategy(f"{player!r} does not advise: name a built-in player, such as strong")
    is_fair = player.source is Source.DRAWN and player.choice is Choice.MEAN
    if player.kind not in _SAMPLINGS or not is_fair:
        raise UnknownStrategy(
            f"{player.name} does not advise: advice is the mean over hands that agree with the "
            "play, by strong, pimc, mc_extra:500x2 or with other numbers, mc_average or "
            "mc_extra_apart"
        )
    if player.shuffles * player.playouts > _MOST_GAMES:
        raise UnknownStrategy(f"{player.name}: at most {_MOST_GAMES:,} games a card are kept")
    if player.shuffles < 2 or (player.kind is not Kind.MONTE_CARLO and player.deals < 2):
        raise UnknownStrategy(
            f"{player.name} does not advise: a standard error needs two hands or more"
        )
    return player, _SAMPLINGS[player.kind]
