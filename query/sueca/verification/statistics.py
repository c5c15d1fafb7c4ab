"""Experiments simulated, and statistics of their games: means, deviations, extremes and shares.

A statistic takes the samples of a figure's experiments, and parameters that the figure binds, and
returns an `Estimate`. All statistics of means are linear combinations of scores. Game ``i`` of
every sample comes from the same streams, so a combination is taken game by game, and its error
includes what common deals do to it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import hypot, sqrt
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from llq.solver.jobs.blocks import in_order, run_blocks
from llq.solver.sueca.matches.deals import Deals
from llq.solver.sueca.matches.match import Games, play_games
from llq.solver.sueca.players import find_strategy
from llq.solver.sueca.rules import HAND_SIZE, TOTAL_POINTS


@dataclass(frozen=True)
class Experiment:
    """Games simulated once: the players and deals."""

    seats: tuple[str, ...]
    """Strategies of North, West, South, East."""
    dealing: Deals = field(default_factory=Deals)
    drawings: bool = False
    """Whether shuffles are counted, instead of scores: fewer games, in batches."""


@dataclass(frozen=True, eq=False)
class Sample:
    """The games of an experiment."""

    points: NDArray[np.uint8]
    """(games,) points of North and South."""
    tricks: NDArray[np.uint8]
    """(games,) their tricks."""
    drawings: NDArray[np.int64]
    """(batches, 2, 10, 13) hands drawn and truths taken, as in `Games.drawings`."""
    seconds: float

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.points)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number from our games, to compare with a printed one."""

    value: float
    error: float | None = None
    """Standard error; None for an extreme."""
    published_error: float = 0.0
    """Standard error of the same number from the thesis's million games."""
    games: int = 0
    beyond: Callable[[float], int] | None = None
    """Number of games beyond a bound, for extremes."""


Statistic = Callable[[Sequence[Sample]], Estimate]

PUBLISHED_GAMES = 1_000_000

_BATCH = 16
_DRAWINGS_DIVISOR = 4
"""Experiments about shuffling, which draws 100 hands a card, play this many times fewer games."""


def sample_of(
    experiment: Experiment, games: int, sampling_games: int, seed: int, threads: int
) -> Sample:
    """Return the games of an experiment.

    ``games`` and ``sampling_games`` are played without and with a Monte Carlo player. For
    experiments about the shuffling it is a quarter of the latter, in whole batches of 16 and at
    least four.
    """
    start = perf_counter()
    if experiment.drawings:
        batch_numbers = range(max(4, sampling_games // _DRAWINGS_DIVISOR // _BATCH))
        play = partial(_play_batch, experiment, seed)
        batches = list(in_order(run_blocks(play, batch_numbers, threads=threads)))
    else:
        is_sampling = any(find_strategy(name).is_sampling for name in experiment.seats)
        number = sampling_games if is_sampling else games
        dealing = experiment.dealing
        batches = [play_games(experiment.seats, number, seed, dealing=dealing, threads=threads)]
    return Sample(
        np.concatenate([batch.points for batch in batches]),
        np.concatenate([batch.tricks for batch in batches]),
        np.stack([batch.drawings for batch in batches]),
        perf_counter() - start,
    )


def combine(
    samples: Sequence[Sample], weights: Sequence[float] = (1,), offset: float = 0
) -> Estimate:
    """Return ``offset`` plus the weighted sum of the samples' mean scores."""
    games = min(sample.games for sample in samples)
    scores, deviations = np.zeros(games), []
    for weight, sample in zip(weights, samples, strict=True):
        scores += float(weight) * sample.points[:games]
        deviations.append(weight * float(sample.points.std()))
    error = float(scores.std())
    printed = max(error, hypot(*deviations))  # it is not always known whether deals were common
    mean = offset + float(scores.mean())
    return Estimate(mean, error / sqrt(games), printed / sqrt(PUBLISHED_GAMES), games)


def spread(samples: Sequence[Sample]) -> Estimate:
    """Return the scores' standard deviation, with its error from the fourth moment."""
    points = samples[0].points.astype(np.float64)
    squares = (points - points.mean()) ** 2
    if not (deviation := sqrt(squares.mean())):
        return Estimate(0.0, 0.0, 0.0, len(points))
    return _estimate(deviation, float(squares.std()) / (2 * deviation), len(points))  # delta method


def extreme(samples: Sequence[Sample], part: str, *, least: bool) -> Estimate:
    """Return the lowest or highest of the games' ``points`` or ``tricks``."""
    numbers: NDArray[np.uint8] = getattr(samples[0], part)
    return Estimate(
        float(numbers.min() if least else numbers.max()),
        games=len(numbers),
        beyond=lambda bound: int((numbers < bound if least else numbers > bound).sum()),
    )


def share(samples: Sequence[Sample], least: int, most: int, *, outside: bool = False) -> Estimate:
    """Return the percentage of games with scores inside or outside a range."""
    points = samples[0].points
    inside = (points >= least) & (points <= most)
    part = float((~inside if outside else inside).mean())
    return _estimate(100 * part, 100 * sqrt(part * (1 - part)), len(points))


def true_drawings(samples: Sequence[Sample]) -> Estimate:
    """Return the percentage of drawings that took the true hands, its error by batches."""
    drawings, truths = samples[0].drawings.sum((2, 3)).T
    return _ratio(truths, drawings, samples[0].games)


def true_drawing_share(
    samples: Sequence[Sample], least: int, most: int, *, axis: int, first: int = 0
) -> Estimate:
    """Return the percentage of truths in some rounds (axis 1) or numbers of suits lacked (2).

    These are counted from ``first`` on.
    """
    truths = samples[0].drawings[:, 1]
    chosen = truths.take(range(least - first, most + 1 - first), axis)
    return _ratio(chosen.sum((1, 2)), truths.sum((1, 2)), samples[0].games)


def busiest_round(samples: Sequence[Sample], place: int) -> Estimate:
    """Return the first (0) or last (2) of the three busiest rounds."""
    rounds = samples[0].drawings[:, 1].sum((0, 2))
    most = sorted(np.argsort(rounds)[-3:] + 1)
    # few games decide nothing here: no number of them lies beyond another order
    return Estimate(float(most[place]), games=samples[0].games, beyond=lambda _: 0)


def mirrored(samples: Sequence[Sample], statistic: Statistic, whole: float) -> Estimate:
    """Return the complement of a statistic, such as points lost."""
    estimate = statistic(samples)
    beyond = estimate.beyond
    mirrored_beyond = beyond and (lambda bound: beyond(whole - bound))
    return replace(estimate, value=whole - estimate.value, beyond=mirrored_beyond)


def fewest_that_sweep(samples: Sequence[Sample]) -> Estimate:
    """Return the first sample index with a ten-trick sweep by North and South."""
    sweeps = [int((sample.tricks == HAND_SIZE).sum()) for sample in samples]
    places = [place for place, sweep in enumerate(sweeps) if sweep]
    return Estimate(
        float(min(places, default=len(sweeps))),
        games=samples[0].games,
        beyond=lambda bound: sum(sweeps[: int(bound)]),
    )


def samples_won(samples: Sequence[Sample]) -> Estimate:
    """Return the number of samples where North and South average over half the points."""
    wins = sum(float(sample.points.mean()) > TOTAL_POINTS / 2 for sample in samples)
    return Estimate(float(wins), games=min(sample.games for sample in samples))


def spread_gap(samples: Sequence[Sample]) -> Estimate:
    """Return the second sample's excess in standard deviation."""
    first, second = spread(samples[:1]), spread(samples[1:])
    error = hypot(first.error or 0.0, second.error or 0.0)
    return Estimate(second.value - first.value, error, games=min(first.games, second.games))


def minutes(samples: Sequence[Sample]) -> Estimate:
    """Return the minutes per million games here."""
    sample = samples[0]
    return Estimate(sample.seconds / sample.games * PUBLISHED_GAMES / 60, games=sample.games)


def _estimate(value: float, error: float, games: int) -> Estimate:
    return Estimate(value, error / sqrt(games), error / sqrt(PUBLISHED_GAMES), games)


def _ratio(counts: NDArray[np.int64], bases: NDArray[np.int64], games: int) -> Estimate:
    """Return the percentage of batches' counts in their bases, with its error by batches."""
    if not (total := bases.sum()):
        return Estimate(0.0, None, games=games)
    rate, batches = counts.sum() / total, len(counts)
    if batches == 1:
        return Estimate(100 * rate, None, 0.0, games)
    error = sqrt(batches / (batches - 1) * ((counts - rate * bases) ** 2).sum()) / total
    return Estimate(100 * rate, 100 * error, 100 * (error * sqrt(games / PUBLISHED_GAMES)), games)


def _play_batch(experiment: Experiment, seed: int, number: int) -> Games:
    first, dealing = number * _BATCH, experiment.dealing
    return play_games(experiment.seats, _BATCH, seed, first=first, dealing=dealing, threads=1)
