"""Games of each experiment, simulated on demand."""

from collections.abc import Sequence
from functools import partial
from time import perf_counter

import numpy as np

from llq.query.sueca.verification.statistics import Experiment, Sample
from llq.solver.jobs.blocks import in_order, run_blocks
from llq.solver.sueca.matches.match import Games, play_games

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
        played = _batches(experiment, max(4, sampling_games // _FEWER // _BATCH), seed, threads)
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
    """Return batches of games, for error estimates of counts."""
    batch = partial(_batch, experiment, seed)
    return list(in_order(run_blocks(batch, range(number), threads=threads)))


def _batch(experiment: Experiment, seed: int, index: int) -> Games:
    return play_games(
        experiment.seats, _BATCH, seed, first=index * _BATCH, dealing=experiment.dealing, threads=1
    )
