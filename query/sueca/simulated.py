"""Where the numbers come from: each experiment's games, played when asked for."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

import numpy as np

from llq.query.sueca.samples import Experiment, Sample
from llq.solver.sueca.match import Games, play_games

__all__ = ["simulated"]

_BATCH = 16
_FEWER = 4
"""Experiments about shuffling, which draws 100 hands a card, play so many times fewer games."""


def simulated(
    experiment: Experiment, games: int, sampling_games: int, seed: int, threads: int
) -> Sample:
    """Return the games of an experiment.

    This is the only place that plays: a built table of matches could answer here instead.

    Parameters
    ----------
    games, sampling_games
        Games without and with a Monte Carlo player. For experiments about the shuffling it is a
        quarter of the latter, in whole batches of 16 and at least two.
    """
    start = perf_counter()
    if experiment.drawings:
        played = _batches(experiment, max(2, sampling_games // _FEWER // _BATCH), seed, threads)
    else:
        number = sampling_games if experiment.is_sampling else games
        played = [
            play_games(experiment.seats, number, seed, dealing=experiment.dealing, threads=threads)
        ]
    return Sample(
        np.concatenate([part.points for part in played]),
        np.concatenate([part.tricks for part in played]),
        np.stack([part.drawings for part in played]),
        perf_counter() - start,
    )


def _batches(experiment: Experiment, number: int, seed: int, threads: int) -> Sequence[Games]:
    """Return games batch by batch, so that what is counted over a batch has an error."""

    def batch(index: int) -> Games:
        return play_games(
            experiment.seats,
            _BATCH,
            seed,
            first=index * _BATCH,
            dealing=experiment.dealing,
            threads=1,
        )

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(batch, range(number)))
