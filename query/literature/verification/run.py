"""The article's figures beside ours: its trained network against several untrained ones.

An untrained network is random: its first weights are drawn. So every figure is a mean over
networks, and a printed number may differ from it as one network's games do.

References
----------
N. Somani, How to train a neural net to play cards, 2019.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from operator import methodcaller
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState, UnknownStrategy
from llq.query.checks import Check, Verdict, judge, z_score
from llq.query.literature.policies.table import ARTICLE_GAMES
from llq.query.players import check_seed
from llq.query.published_figures import published
from llq.solver.arguments import check_threads

if TYPE_CHECKING:
    from llq.solver.literature.matches.match import Games
    from llq.solver.literature.players import Strategy
    from llq.solver.literature.policies.policy import Policy

TRAINED = "article"
UNTRAINED = tuple(f"untrained-{number}" for number in range(1, 6))

GAMES = 1500  # as the article played, of each pair of networks
SPLITS = 1000


def verify(
    games: int = GAMES,
    seed: int = 1,
    *,
    trained: Strategy | None = None,
    untrained: Sequence[Strategy] | None = None,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[Check]:
    """Yield checks of the article's figures.

    Parameters
    ----------
    games
        Games of the trained against each untrained network, and of each untrained one against the
        next; even, for each deal is played from both sides.
    trained, untrained
        By default the stored ``article`` and ``untrained-1`` … ``untrained-5``.
    threads
        Threads that play, on which no result depends.
    progress
        Called with the number of matches done and their total.

    Raises
    ------
    IllegalState
        The number of games is odd or below 2, there are no threads, or there are fewer than two
        untrained networks.
    UnknownStrategy
        The table of policies has too few networks.
    TableMissing
        No networks are stored.
    """
    check_games(games)
    seed = check_seed(seed)
    check_threads(threads)
    trained = trained or _stored(TRAINED)
    networks = list(untrained or map(_stored, UNTRAINED))
    if len(networks) < 2:
        raise IllegalState(f"the untrained networks must be two or more; got {len(networks)}")
    assert trained.policy is not None
    pairs = {
        "trained": [(trained, network) for network in networks],
        "untrained": list(zip(networks, networks[1:] + networks[:1], strict=True)),
    }
    matches: dict[str, list[_Match]] = {group: [] for group in pairs}
    report, total = progress or (lambda *_: None), 2 * len(networks)
    for number in range(len(networks)):
        for group in pairs:
            report(sum(map(len, matches.values())), total)
            pair = pairs[group][number]
            matches[group].append(_Match.play(*pair, games, seed + number, threads))
    report(total, total)
    printed = {row["figure"]: row for row in published("literature_somani")}
    checks = [
        *(
            _check(printed[figure], [measure(match) for match in matches[group]])
            for figure, group, measure in _FIGURES
        ),
        *_check_lengths(printed, matches["trained"], matches["untrained"], seed),
        *_check_training(printed, trained.policy),
    ]
    learnt = int(trained.policy.recipe["games"])
    for check in checks:
        if learnt == ARTICLE_GAMES or check.figure.endswith("untrained v untrained"):
            yield check
        else:
            why = f"{trained.name} was trained for {learnt} games, not {ARTICLE_GAMES}"
            yield replace(check, verdict=Verdict.NOT_COMPARABLE, note=f"{why}; {check.note}")


def _stored(name: str) -> Strategy:
    """Return a stored network, or raise with the command that trains the article's networks."""
    from llq.query.literature.built_in_players import strategy_of

    try:
        return strategy_of(name)
    except UnknownStrategy:
        raise UnknownStrategy(
            f"the stored policies have no {name}; the article's experiment takes {TRAINED} and "
            f"{len(UNTRAINED)} untrained networks: llq build literature-policies"
        ) from None


def count_matches() -> int:
    """Return the number of matches that `verify` plays between the stored networks."""
    return 2 * len(UNTRAINED)


def check_games(games: int) -> None:
    """Refuse a number of games that cannot be played, before any network is trained."""
    if games < 2 or games % 2:
        raise IllegalState(
            f"games must be an even number, for each deal is played from both sides; got {games}"
        )


@dataclass(frozen=True)
class _Match:
    """Duplicate games of two networks."""

    first_even: Games
    first_odd: Games

    @classmethod
    def play(cls, player: Strategy, other: Strategy, games: int, seed: int, threads: int) -> _Match:
        from llq.solver.literature.matches.match import play_games

        half = games // 2
        return cls(
            play_games([player, other] * 2, half, seed, threads=threads),
            play_games([other, player] * 2, half, seed, threads=threads),
        )

    def won_by(self, player: int) -> NDArray[np.float64]:
        """Return a mask of games won by player 0, player 1, or nobody (-1)."""
        even, odd = self.first_even.winner, self.first_odd.winner
        swapped = np.where(odd < 0, odd, 1 - odd)
        won: NDArray[np.bool_] = np.concatenate([even, swapped]) == player
        return won.astype(np.float64)

    def counted(self, measure: str) -> NDArray[np.float64]:
        """Return a count of each game, such as ``asks``, summed over the teams."""
        counts = [getattr(games, measure) for games in (self.first_even, self.first_odd)]
        sums = [count if count.ndim == 1 else count.sum(1, dtype=np.int16) for count in counts]
        return np.concatenate(sums).astype(np.float64)

    @property
    def lengths(self) -> NDArray[np.float64]:
        """Asks of each game."""
        return self.counted("asks")


_Measure = Callable[[_Match], NDArray[np.float64]]
_FIGURES: tuple[tuple[str, str, _Measure], ...] = (
    ("wins of the trained network", "trained", methodcaller("won_by", 0)),
    ("wins of the untrained network", "trained", methodcaller("won_by", 1)),
    ("ties", "trained", methodcaller("won_by", -1)),
    *(
        (f"{figure}, {group} v untrained", group, methodcaller("counted", measure))
        for figure, measure in (
            ("length", "asks"),
            ("ask-backs", "ask_backs"),
            ("claims after them", "back_claims"),
        )
        for group in ("untrained", "trained")
    ),
)


def _check(printed: dict[str, str], samples: list[NDArray[np.float64]]) -> Check:
    """Check a figure: a count over the article's games, or a mean length."""
    is_mean = printed["figure"].startswith("length")
    number = int(printed["games"])
    scale = 1 if is_mean else number
    means = np.array([sample.mean() for sample in samples])
    within = np.mean([sample.var(ddof=1) for sample in samples])
    between = max(0.0, means.var(ddof=1) - within / len(samples[0]))
    printed_error = scale * sqrt(between + within / number)  # of a printed number
    error = scale * sqrt((between + within / len(samples[0])) / len(samples))
    ours = scale * float(means.mean())
    z = _z(printed["printed"], ours, printed_error, error)
    spread = f"{scale * means.min():.4g} to {scale * means.max():.4g} by network"
    note = spread if is_mean else f"for {number} games; {spread}"
    return _compared(printed, ours, z, error, sum(map(len, samples)), note)


def _compared(
    printed: dict[str, str], ours: float, z: float | None, error: float, games: int, note: str
) -> Check:
    """Return the check of a printed number by its z-score."""
    return Check(
        place=printed["section"],
        figure=printed["figure"],
        published=printed["printed"],
        ours=ours,
        standard_error=error,
        games=games,
        z=z,
        verdict=judge(z, same=False),
        note=note,
    )


def _z(printed: str, ours: float, *errors: float) -> float | None:
    """Return a printed number's z-score against ours, None without variance."""
    return z_score(float(printed), ours, sqrt(sum(error**2 for error in errors)))


def _check_lengths(
    printed: dict[str, dict[str, str]], trained: list[_Match], untrained: list[_Match], seed: int
) -> Iterator[Check]:
    """Yield checks of the length difference, and of the article's permutation test."""
    lengths = [(a.lengths, b.lengths) for a, b in zip(untrained, trained, strict=True)]
    differences = np.array([a.mean() - b.mean() for a, b in lengths])
    games = sum(len(a) + len(b) for a, b in lengths)
    per_match = len(trained[0].lengths)
    within = np.mean([a.var(ddof=1) + b.var(ddof=1) for a, b in lengths])
    between = max(0.0, differences.var(ddof=1) - within / per_match)
    row = printed["difference of the lengths"]
    printed_error = sqrt(between + within / int(row["games"]))
    error = sqrt((between + within / per_match) / len(differences))
    ours = float(differences.mean())
    z = _z(row["printed"], ours, printed_error, error)
    note = f"{differences.min():.2f} to {differences.max():.2f} by network"
    yield _compared(row, ours, z, error, games, note)
    row = printed["random splits with a greater difference"]
    random = np.random.default_rng(seed)
    beyond = [_splits_beyond(a, b, random) for a, b in lengths]
    yield Check(
        place=row["section"],
        figure=row["figure"],
        published=row["printed"],
        ours=float(np.mean(beyond)),
        games=games,
        verdict=judge(None, same=bool(np.median(beyond) <= int(row["printed"]))),
        note=f"of {SPLITS} splits of the mixed lengths; by network: {', '.join(map(str, beyond))}",
    )


def _splits_beyond(
    lengths: NDArray[np.float64], others: NDArray[np.float64], random: np.random.Generator
) -> int:
    """Return the number of random splits whose means differ more than the samples'."""
    mixed = np.concatenate([lengths, others])
    count = 0
    for _ in range(SPLITS):
        random.shuffle(mixed)
        difference = mixed[: len(lengths)].mean() - mixed[len(lengths) :].mean()
        count += abs(difference) > abs(lengths.mean() - others.mean())
    return count


def _check_training(printed: dict[str, dict[str, str]], trained: Policy) -> Iterator[Check]:
    """Yield checks of the lengths of the first and last thousand games of training."""
    curve = trained.curve
    blocks = np.diff(curve["games"], prepend=0)
    last = curve["games"] > curve["games"][-1] - 1000
    for name, chosen in (("first", curve["games"] <= 1000), ("last", last)):
        row = printed[f"length, {name} thousand games of training"]
        weights = blocks[chosen] / max(blocks[chosen].sum(), 1)
        games = int(blocks[chosen].sum())
        mean = float((weights * curve["length"][chosen]).sum())
        squares = curve["length_sd"][chosen] ** 2 + curve["length"][chosen] ** 2
        error = sqrt(max(0.0, float((weights * squares).sum()) - mean**2) / max(games, 1))
        z = _z(row["printed"], mean, error, error)
        note = "one training; the error is of the games, not of another training"
        yield _compared(row, mean, z, error, games, note)
