"""The games of each experiment, played when asked for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from time import perf_counter

import numpy as np

from llq.query.sueca.verification.statistics import Experiment, Sample
from llq.solver.jobs.blocks import in_order, run_blocks
from llq.solver.sueca.matches.deals import one_deal
from llq.solver.sueca.matches.match import Games, play_games
from llq.solver.sueca.rules import DECK, HAND_SIZE, cards_of, mask_of

_BATCH = 16
_FEWER = 4
"""Experiments about shuffling, which draws 100 hands a card, play this many times fewer games."""
_TOSSED_FEWER = 20
"""Likewise experiments whose deals are made one by one."""


def sample_of(
    experiment: Experiment, games: int, sampling_games: int, seed: int, threads: int
) -> Sample:
    """Return the games of an experiment.

    Parameters
    ----------
    games, sampling_games
        Games without and with a Monte Carlo player. For experiments about the shuffling it is a
        quarter of the latter, in whole batches of 16 and at least four.
    """
    start = perf_counter()
    if experiment.drawings:
        played = _batches(experiment, max(4, sampling_games // _FEWER // _BATCH), seed, threads)
    elif experiment.coins is not None:
        played = _tossed(experiment, max(2, games // _TOSSED_FEWER), seed)
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


def _tossed(experiment: Experiment, number: int, seed: int) -> Sequence[Games]:
    """Return games on deals whose trumps go to either partner by coins, one game a deal."""
    random = Random(seed)
    played = []
    for index in range(number):
        hands = _toss(experiment.coins or 0, random)
        dealing = one_deal(hands, trump=0)
        played.append(
            play_games(experiment.seats, 1, seed, first=index, dealing=dealing, threads=1)
        )
    return played


def _toss(held: int, random: Random) -> tuple[int, int, int, int]:
    """Return four hands, North and South with ``held`` trumps, which are suit 0.

    Every trump goes to one of its team's two players by a coin, then all others fill the hands.
    """
    trumps, others = (
        [card for card in cards_of(DECK) if (card >> 4 == 0) == is_trump]
        for is_trump in (True, False)
    )
    random.shuffle(trumps)
    random.shuffle(others)
    hands: list[list[int]] = [[], [], [], []]
    for place, card in enumerate(trumps):
        hands[(place >= held) + 2 * random.getrandbits(1)].append(card)
    for hand in hands:
        missing = HAND_SIZE - len(hand)
        hand += others[:missing]
        del others[:missing]
    north, west, south, east = map(mask_of, hands)
    return north, west, south, east


def _batches(experiment: Experiment, number: int, seed: int, threads: int) -> Sequence[Games]:
    """Return games batch by batch, so that counts over a batch have an error."""
    batch = partial(_batch, experiment, seed)
    return list(in_order(run_blocks(batch, range(number), threads=threads)))


def _batch(experiment: Experiment, seed: int, index: int) -> Games:
    return play_games(
        experiment.seats,
        _BATCH,
        seed,
        first=index * _BATCH,
        dealing=experiment.dealing,
        threads=1,
    )
