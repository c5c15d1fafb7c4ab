"""How far the play tells of hidden hands: power and mixture of the inference, by likelihood.

``python -m benchmarks.sueca_inference 1000 2703`` plays 1,000 games of a seed in which every seat
draws its player from a league (`LEAGUE`). In every trick but the first and the last, one
player's inference is judged: 400 hands are drawn for the others beside the true ones, and the score
is how much likelier than an even chance the weights make the true hands among them, in nats; above
0 the play has told something. It cannot exceed log 401 = 6.0, and is highest for the weights that
are right. Printed are the mean score of every power and mixture, the best pair with the standard
error over games of its difference from the shipped one, and the best of each trick. ``--league
strong`` has other players; ``--styles rules rules`` takes all seats to play by the rule alone.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from benchmarks.sueca_strong import player
from llq.solver.rng import streams
from llq.solver.sueca import engine
from llq.solver.sueca.engine import HANDS, TURN
from llq.solver.sueca.matches import deals as dealing
from llq.solver.sueca.players import find_strategy
from llq.solver.sueca.playouts import strong
from llq.solver.sueca.policy import inference
from llq.solver.sueca.policy.games import Policy
from llq.solver.sueca.positions import sampling
from llq.solver.sueca.rules import HAND_SIZE, SEATS

LEAGUE = ("strong", "rules", "pimc:20/5", "mc_extra", "always_high", "third_hand_high")
POWERS = (0.0, 0.25, 0.35, 0.5, 0.7, 0.85, 1.0, 1.25, 1.5)
MIXTURES = (0.03, 0.1, 0.2, 0.35, 0.5)
DRAWN = 400


def main() -> None:
    """Play the games, and print the scores."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", type=int, nargs="?", default=200)
    parser.add_argument("seed", type=int, nargs="?", default=2703)
    parser.add_argument("--league", nargs="+", default=LEAGUE)
    parser.add_argument("--styles", nargs=2, choices=("rules", "trained"))
    options = parser.parse_args()
    shipped = find_strategy("strong")
    both = dict(zip(("rules", "trained"), scratch()[0].styles, strict=True))
    styles = tuple(both[name] for name in options.styles or both)
    games = np.array(
        [[*scores_of(options.league, options.seed, n, styles)] for n in range(options.games)]
    )
    best = np.unravel_index(games.mean(axis=(0, 1)).argmax(), games.shape[2:])
    names = [f"{each:g}" for each in POWERS]
    print(f"{options.games} games of {', '.join(options.league)}; seed {options.seed}; nats")
    print(f"mixture  power {'  '.join(f'{name:>5}' for name in names)}")
    own = MIXTURES.index(shipped.mixture), POWERS.index(shipped.power)
    mean = games.mean(axis=1)
    for place, mixture in enumerate(MIXTURES):
        print(
            f"{mixture:7g}        " + "  ".join(f"{each:5.3f}" for each in mean[:, place].mean(0))
        )
    gap = mean - mean[:, own[0], own[1]][:, None, None]
    error = gap.std(axis=0, ddof=1) / len(gap) ** 0.5
    print(
        f"best: power {POWERS[best[1]]:g}, mixture {MIXTURES[best[0]]:g}, "
        f"{gap.mean(axis=0)[best]:+.4f} ± {error[best]:.4f} beside the shipped power "
        f"{shipped.power:g}, mixture {shipped.mixture:g}"
    )
    for trick, scores in enumerate(games.mean(axis=0), start=2):
        place = np.unravel_index(scores.argmax(), scores.shape)
        print(
            f"trick {trick}: shipped {scores[own]:.3f}, best {scores[place]:.3f} at power "
            f"{POWERS[place[1]]:g}, mixture {MIXTURES[place[0]]:g}"
        )


def scores_of(
    league: Sequence[str], seed: int, number: int, styles: tuple[Policy, ...]
) -> Iterator[NDArray[np.float64]]:
    """Play a game; yield a trick's scores, of shape (mixtures, powers), from the second on."""
    lots = Random(f"{seed} {number}")
    seats = [player(lots.choice(league)) for _ in range(SEATS)]
    row, sources = np.zeros(engine.ROW, dtype=np.int64), streams(seed, 6 * number, 6 * number + 6)
    dealing.deal(dealing.Deals().arrays(), row, sources[:1])
    judged = lots.randrange(SEATS)
    while row[TURN] < SEATS * (HAND_SIZE - 1):
        if row[TURN] >= SEATS and row[TURN] % SEATS == judged:
            yield judge(row, sources[5:], styles)
            judged = lots.randrange(SEATS)
            told = row[TURN] - row[TURN] % SEATS + SEATS
        else:
            told = row[TURN] + 1
        while row[TURN] < told:
            seat = int(engine.mover(row))
            engine.apply(row, seats[seat](row, sources[seat + 1 : seat + 2], lots))


def judge(
    row: NDArray[np.int64], stream: NDArray[np.uint64], styles: tuple[Policy, ...]
) -> NDArray[np.float64]:
    """Return the score of the true hands by mixture and power."""
    seat, (work, known) = int(engine.mover(row)), scratch()
    hands = work.beliefs.hands
    hands[0] = [row[HANDS + (seat + step) % SEATS] for step in range(1, SEATS)]
    unseen = sampling.infer(row, seat, known)
    sampling.prepare(unseen, sampling.lacked(row, seat), known)
    for index in range(1, DRAWN + 1):
        sampling.sample(known, hands[index], stream)
    scores = np.zeros((len(MIXTURES), len(POWERS)))
    for place, mixture in enumerate(MIXTURES):
        inference.judge(row, DRAWN + 1, 1.0, mixture, styles, work.beliefs)
        logs = np.log(np.maximum(work.beliefs.weights[: DRAWN + 1], 1e-300))
        for power, each in enumerate(POWERS):
            scaled = each * (logs - logs.max())
            scores[place, power] = scaled[0] - np.log(np.exp(scaled).mean())
    return scores


@cache
def scratch() -> tuple[strong.Work, sampling.Sampler]:
    """Return scratch space."""
    return strong.make_work(), sampling.make_sampler()


if __name__ == "__main__":
    main()
