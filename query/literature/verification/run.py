"""The article's figures beside ours: its trained network against several untrained ones.

An untrained network is random: its first weights are drawn. So every figure is a mean over
networks, and a printed number may differ from it as one network's games do.

References
----------
N. Somani, How to train a neural net to play cards, 2019.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from llq.errors import IllegalState, UnknownStrategy
from llq.query.checks import Check, Verdict, judge, z_score
from llq.query.literature.policies.table import ARTICLE_GAMES
from llq.query.players import check_seed
from llq.query.published_figures import published
from llq.solver.arguments import check_threads
from llq.solver.array_types import Floats
from llq.solver.jobs.progress import Progress

if TYPE_CHECKING:
    from llq.solver.literature.players import Strategy
    from llq.solver.literature.policies.policy import Policy

TRAINED = "article"
UNTRAINED = tuple(f"untrained-{number}" for number in range(1, 6))

GAMES = 1500  # as the article played, of each pair of networks
SPLITS = 1000

_FIGURES = (
    ("wins of the trained network", "trained", "won"),
    ("wins of the untrained network", "trained", "lost"),
    ("ties", "trained", "tied"),
    ("length, untrained v untrained", "untrained", "asks"),
    ("length, trained v untrained", "trained", "asks"),
    ("ask-backs, untrained v untrained", "untrained", "ask_backs"),
    ("ask-backs, trained v untrained", "trained", "ask_backs"),
    ("claims after them, untrained v untrained", "untrained", "back_claims"),
    ("claims after them, trained v untrained", "trained", "back_claims"),
)
"""Printed figures, each with its group of matches and its count of a game."""

_Counts = dict[str, Floats]
"""Wins, losses, ties, asks, ask-backs and claims after them of each game of a match, by name."""


def verify(
    games: int = GAMES,
    seed: int = 1,
    *,
    trained: Strategy | None = None,
    untrained: Sequence[Strategy] | None = None,
    threads: int = 2,
    progress: Progress = None,
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
    trained = trained or _load_network(TRAINED)
    networks = list(untrained or map(_load_network, UNTRAINED))
    if len(networks) < 2:
        raise IllegalState(f"the untrained networks must be two or more; got {len(networks)}")
    assert trained.policy is not None
    pairs = {
        "trained": [(trained, network) for network in networks],
        "untrained": list(zip(networks, networks[1:] + networks[:1], strict=True)),
    }
    matches: dict[str, list[_Counts]] = {group: [] for group in pairs}
    report, total = progress or (lambda *_: None), 2 * len(networks)
    for number in range(len(networks)):
        for group in pairs:
            report(sum(map(len, matches.values())), total)
            matches[group].append(_play(*pairs[group][number], games, seed + number, threads))
    report(total, total)
    printed = {row["figure"]: row for row in published("literature_somani")}
    checks = [
        *(
            _check_figure(printed[figure], [counts[name] for counts in matches[group]])
            for figure, group, name in _FIGURES
        ),
        *_check_lengths(printed, matches["trained"], matches["untrained"], seed),
        *_check_training(printed, trained.policy),
    ]
    learnt = int(trained.policy.recipe["games"])
    for check in checks:
        if learnt == ARTICLE_GAMES or check.figure.endswith("untrained v untrained"):
            yield check
        else:
            reason = f"{trained.name} was trained for {learnt} games, not {ARTICLE_GAMES}"
            yield replace(check, verdict=Verdict.NOT_COMPARABLE, note=f"{reason}; {check.note}")


def count_matches() -> int:
    """Return the number of matches that `verify` plays between the stored networks."""
    return 2 * len(UNTRAINED)


def check_games(games: int) -> None:
    """Refuse a number of games that cannot be played, before any network is trained."""
    if games < 2 or games % 2:
        raise IllegalState(
            f"games must be an even number, for each deal is played from both sides; got {games}"
        )


def _load_network(name: str) -> Strategy:
    """Return a stored network, or raise with the command that trains the article's networks."""
    from llq.query.literature.built_in_players import strategy_of

    try:
        return strategy_of(name)
    except UnknownStrategy:
        raise UnknownStrategy(
            f"the stored policies have no {name}; the article's experiment takes {TRAINED} and "
            f"{len(UNTRAINED)} untrained networks: llq build literature-policies"
        ) from None


def _play(player: Strategy, opponent: Strategy, games: int, seed: int, threads: int) -> _Counts:
    """Return the counts of duplicate games of two networks, summed over the teams."""
    from llq.solver.literature.matches.match import play_games

    even, odd = (
        play_games(seats * 2, games // 2, seed, threads=threads)
        for seats in ([player, opponent], [opponent, player])
    )
    counts = {
        "won": (even.winner == 0, odd.winner == 1),
        "lost": (even.winner == 1, odd.winner == 0),
        "tied": (even.winner < 0, odd.winner < 0),
        "asks": (even.asks, odd.asks),
        "ask_backs": (even.ask_backs.sum(1), odd.ask_backs.sum(1)),
        "back_claims": (even.back_claims.sum(1), odd.back_claims.sum(1)),
    }
    return {name: np.concatenate(pair).astype(np.float64) for name, pair in counts.items()}


def _check_figure(row: dict[str, str], samples: list[Floats]) -> Check:
    """Check a figure: a count over the article's games, or a mean length."""
    is_mean = row["figure"].startswith("length")
    number = int(row["games"])
    scale = 1 if is_mean else number
    means = np.array([sample.mean() for sample in samples])
    variances = [sample.var(ddof=1) for sample in samples]
    printed_error, error = _errors(means, variances, len(samples[0]), number)
    ours = scale * float(means.mean())
    spread = f"{scale * means.min():.4g} to {scale * means.max():.4g} by network"
    note = spread if is_mean else f"for {number} games; {spread}"
    errors = scale * printed_error, scale * error
    return _compare_figure(row, ours, *errors, sum(map(len, samples)), note)


def _errors(
    means: Floats, variances: Sequence[float], games: int, printed_games: int
) -> tuple[float, float]:
    """Return the errors of a printed number and of ours, by networks' means and variances."""
    within = np.mean(variances)
    between = max(0.0, means.var(ddof=1) - within / games)
    error = sqrt((between + within / games) / len(means))
    return sqrt(between + within / printed_games), error


def _compare_figure(
    row: dict[str, str], ours: float, printed_error: float, error: float, games: int, note: str
) -> Check:
    """Return the check of a printed number by its z-score, None without variance."""
    z = z_score(float(row["printed"]), ours, sqrt(printed_error**2 + error**2))
    return Check(
        place=row["section"],
        figure=row["figure"],
        published=row["printed"],
        ours=ours,
        standard_error=error,
        games=games,
        z=z,
        verdict=judge(z, same=False),
        note=note,
    )


def _check_lengths(
    printed: dict[str, dict[str, str]], trained: list[_Counts], untrained: list[_Counts], seed: int
) -> Iterator[Check]:
    """Yield checks of the length difference, and of the article's permutation test."""
    lengths, trained_lengths = (
        [match["asks"] for match in group] for group in (untrained, trained)
    )
    pairs = list(zip(lengths, trained_lengths, strict=True))
    differences = np.array([longer.mean() - shorter.mean() for longer, shorter in pairs])
    variances = [longer.var(ddof=1) + shorter.var(ddof=1) for longer, shorter in pairs]
    games = sum(map(len, lengths + trained_lengths))
    row = printed["difference of the lengths"]
    errors = _errors(differences, variances, len(trained_lengths[0]), int(row["games"]))
    ours = float(differences.mean())
    note = f"{differences.min():.2f} to {differences.max():.2f} by network"
    yield _compare_figure(row, ours, *errors, games, note)
    row = printed["random splits with a greater difference"]
    random = np.random.default_rng(seed)
    beyond = [_splits_beyond(*pair, random) for pair in pairs]
    yield Check(
        place=row["section"],
        figure=row["figure"],
        published=row["printed"],
        ours=float(np.mean(beyond)),
        games=games,
        verdict=judge(None, same=bool(np.median(beyond) <= int(row["printed"]))),
        note=f"of {SPLITS} splits of the mixed lengths; by network: {', '.join(map(str, beyond))}",
    )


def _splits_beyond(lengths: Floats, others: Floats, random: np.random.Generator) -> int:
    """Return the number of random splits whose means differ more than the samples'."""
    mixed = np.concatenate([lengths, others])
    count = 0
    for _ in range(SPLITS):
        random.shuffle(mixed)
        difference = mixed[: len(lengths)].mean() - mixed[len(lengths) :].mean()
        count += abs(difference) > abs(lengths.mean() - others.mean())
    return count


def _check_training(printed: dict[str, dict[str, str]], trained: Policy) -> Iterator[Check]:
    """Yield checks of the mean length of the first and the last thousand games of training."""
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
        note = "one training; the error is of the games, not of another training"
        yield _compare_figure(row, mean, error, error, games, note)
