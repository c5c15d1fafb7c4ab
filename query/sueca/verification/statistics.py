"""Experiments simulated, and statistics of their games: means, deviations, extremes and shares.

A statistic takes the samples of a figure's experiments and returns an `Estimate`. All statistics
of means are linear combinations of scores. Game ``i`` of every sample comes from the same streams,
so a combination is taken game by game, and its error includes what common deals do to it.
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
from llq.solver.sueca.rules import HAND_SIZE, TOTAL


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
        """Their number."""
        return len(self.points)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number of ours."""

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
_FEWER = 4
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
        batches = range(max(4, sampling_games // _FEWER // _BATCH))
        play = partial(_play_batch, experiment, seed)
        played = list(in_order(run_blocks(play, batches, threads=threads)))
    else:
        is_sampling = any(find_strategy(name).is_sampling for name in experiment.seats)
        number = sampling_games if is_sampling else games
        played = [
            play_games(experiment.seats, number, seed, dealing=experiment.dealing, threads=threads)
        ]
    return Sample(
        np.concatenate([part.points for part in played]),
        np.concatenate([part.tricks for part in played]),
        np.stack([part.drawings for part in played]),
        perf_counter() - start,
    )


def _play_batch(experiment: Experiment, seed: int, index: int) -> Games:
    return play_games(
        experiment.seats, _BATCH, seed, first=index * _BATCH, dealing=experiment.dealing, threads=1
    )


def combine(weights: Sequence[float] = (1,), offset: float = 0) -> Statistic:
    """Return the statistic ``offset`` plus the weighted sum of the samples' mean scores."""
    return partial(_combined, tuple(map(float, weights)), offset)


def spread(samples: Sequence[Sample]) -> Estimate:
    """Return the scores' standard deviation, with its error from the fourth moment."""
    points = samples[0].points.astype(np.float64)
    squares = (points - points.mean()) ** 2
    if not (sigma := sqrt(squares.mean())):
        return Estimate(0.0, 0.0, 0.0, len(points))
    error = float(squares.std()) / (2 * sigma)  # by the delta method, of one game
    return Estimate(sigma, error / sqrt(len(points)), error / sqrt(PUBLISHED_GAMES), len(points))


def lowest(samples: Sequence[Sample]) -> Estimate:
    """Return the lowest score."""
    return _extreme(samples[0].points, least=True)


def highest(samples: Sequence[Sample]) -> Estimate:
    """Return the highest score."""
    return _extreme(samples[0].points, least=False)


def most_tricks_lost(samples: Sequence[Sample], *, least: bool = False) -> Estimate:
    """Return North and South's maximum (or minimum) of tricks lost in a game."""
    return _extreme(HAND_SIZE - samples[0].tricks.astype(np.int64), least=least)


def _extreme(numbers: NDArray[np.integer], *, least: bool) -> Estimate:
    return Estimate(
        float(numbers.min() if least else numbers.max()),
        games=len(numbers),
        beyond=lambda bound: int((numbers < bound if least else numbers > bound).sum()),
    )


def share(least: int, most: int, *, outside: bool = False) -> Statistic:
    """Return the percentage of games with scores inside or outside a range."""

    def statistic(samples: Sequence[Sample]) -> Estimate:
        points = samples[0].points
        inside = (points >= least) & (points <= most)
        part = float((~inside if outside else inside).mean())
        error = 100 * sqrt(part * (1 - part))
        return Estimate(
            100 * part, error / sqrt(len(points)), error / sqrt(PUBLISHED_GAMES), len(points)
        )

    return statistic


def truth(samples: Sequence[Sample]) -> Estimate:
    """Return the percentage of drawings that took the true hands, its error by batches."""
    return _ratio(samples[0], lambda drawn: (drawn[:, 1].sum((1, 2)), drawn[:, 0].sum((1, 2))))


def truth_by_suits(suits: Sequence[int]) -> Statistic:
    """Return the percentage of truths where others lacked given numbers of suits."""
    places = list(suits)
    return lambda samples: _ratio(
        samples[0], lambda drawn: (drawn[:, 1, :, places].sum((0, 2)), drawn[:, 1].sum((1, 2)))
    )


def truth_by_round(rounds: Sequence[int]) -> Statistic:
    """Return the percentage of truths taken in given rounds, counted from 0."""
    places = list(rounds)
    return lambda samples: _ratio(
        samples[0], lambda drawn: (drawn[:, 1, places].sum((1, 2)), drawn[:, 1].sum((1, 2)))
    )


def busiest_round(place: int) -> Statistic:
    """Return the first (0) or last (2) of the three busiest rounds."""

    def statistic(samples: Sequence[Sample]) -> Estimate:
        rounds = samples[0].drawings[:, 1].sum((0, 2))
        most = sorted(np.argsort(rounds)[-3:] + 1)
        # few games decide nothing here: no number of them lies beyond another order
        return Estimate(float(most[place]), games=samples[0].games, beyond=lambda _: 0)

    return statistic


def mirrored(statistic: Statistic, whole: float) -> Statistic:
    """Return a statistic's complement, such as points lost."""

    def rest(samples: Sequence[Sample]) -> Estimate:
        estimate = statistic(samples)
        beyond = estimate.beyond
        return replace(
            estimate,
            value=whole - estimate.value,
            beyond=beyond and (lambda bound: beyond(whole - bound)),
        )

    return rest


def fewest_that_sweep(samples: Sequence[Sample]) -> Estimate:
    """Return the first sample index with a ten-trick sweep by North and South."""
    sweeps = [int((sample.tricks == HAND_SIZE).sum()) for sample in samples]
    places = [place for place, sweep in enumerate(sweeps) if sweep]
    return Estimate(
        float(min(places, default=len(sweeps))),
        games=samples[0].games,
        beyond=lambda bound: sum(sweeps[: int(bound)]),
    )


def beaten(samples: Sequence[Sample]) -> Estimate:
    """Return the number of samples where North and South average over half the points."""
    wins = sum(float(sample.points.mean()) > TOTAL / 2 for sample in samples)
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


def _combined(weights: tuple[float, ...], offset: float, samples: Sequence[Sample]) -> Estimate:
    games = min(sample.games for sample in samples)
    scores = np.zeros(games)
    for weight, sample in zip(weights, samples, strict=True):
        scores += weight * sample.points[:games]
    error = float(scores.std())
    deviations = [w * float(s.points.std()) for w, s in zip(weights, samples, strict=True)]
    printed = max(error, hypot(*deviations))  # whether their deals were common is not always known
    return Estimate(
        offset + float(scores.mean()), error / sqrt(games), printed / sqrt(PUBLISHED_GAMES), games
    )


def _ratio(
    sample: Sample,
    parts: Callable[[NDArray[np.int64]], tuple[NDArray[np.int64], NDArray[np.int64]]],
) -> Estimate:
    """Return a ratio of sums in percent, with its error from batch variation."""
    above, below = parts(sample.drawings)
    if not (total := below.sum()):
        return Estimate(0.0, None, games=sample.games)
    rate = above.sum() / total
    batches = len(above)
    error = None
    if batches > 1:
        error = sqrt(batches / (batches - 1) * ((above - rate * below) ** 2).sum()) / total
    printed = (error or 0.0) * sqrt(sample.games / PUBLISHED_GAMES)
    return Estimate(100 * rate, None if error is None else 100 * error, 100 * printed, sample.games)
