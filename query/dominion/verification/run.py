"""The thesis's claims beside exact numbers, and our exact numbers beside games played."""

from collections.abc import Callable, Iterator

from llq.errors import IllegalState
from llq.query.checks import Check, Verdict, judge, z_score
from llq.query.dominion.matches import simulate
from llq.query.dominion.strategies.table import STRATEGIES
from llq.query.dominion.verification.claims import STEPS, all_claims
from llq.query.players import check_seed
from llq.solver.arguments import check_threads
from llq.solver.dominion.players import StrategyName
from llq.solver.dominion.solitaire.solver import solve
from llq.solver.dominion.strategies.evaluation import mean_scores
from llq.solver.dominion.strategies.reshuffle import reshuffle_scores
from llq.solver.dominion.variants import rules

LENGTHS = (4, 15, 31)
"""Game lengths at which simulations check exact means."""

REAL_TURNS = 8
"""Longest game that is solved under the real reshuffle rule: a second; the states grow fast."""

Z_LIMIT = 4.0
"""Largest z-score treated as noise; chance exceeds it once in 16,000."""

_OURS = "our own"


def verify(
    turns: int = 160,
    games: int = 200,
    seed: int = 1,
    *,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[Check]:
    """Yield checks of all the thesis's claims, and of exact means by simulation.

    A claim's numbers are in its note. A simulation's ``ours`` is the mean of the games, and its
    ``z`` the exact mean, which is in the note, less ours.

    Parameters
    ----------
    turns
        Longest game that the claims look at, 150 or more.
    games
        Games of the Monte Carlo player at each length; the simulations that check exact means
        play a hundred times as many.
    progress
        Called with the number of steps done and their total.

    Raises
    ------
    IllegalState
        Fewer than 150 turns, which one of the claims is about, too few games, or no threads.
    """
    if turns < 150 or games < 2:
        raise IllegalState(
            f"the claims take at least 150 turns and 2 games; got {turns} and {games}"
        )
    check_seed(seed)
    check_threads(threads)
    steps, count = STEPS + 1 + len(STRATEGIES), 0

    def step() -> None:
        nonlocal count
        count += 1
        if progress:
            progress(count, steps)

    for claim in all_claims(turns, seed=seed, games=games, threads=threads, step=step):
        yield Check(
            place=claim.section, figure=claim.claim, verdict=claim.verdict, note=claim.finding
        )
    yield _check_reshuffle()
    step()
    for strategy in STRATEGIES:
        exact = mean_scores(rules(), strategy, max(LENGTHS), threads)
        for length in LENGTHS:
            yield _check_mean(strategy, length, float(exact[length]), 100 * games, seed, threads)
        step()


def _check_mean(
    strategy: str, turns: int, exact: float, games: int, seed: int, threads: int | None
) -> Check:
    """Return the check of an exact mean score by games played."""
    played = simulate(strategy, turns, games, seed, threads=threads)
    z = z_score(exact, played.mean, played.standard_error)
    return Check(
        place=_OURS,
        case=f"{strategy} in {turns} turns",
        figure="mean score",
        ours=played.mean,
        standard_error=played.standard_error,
        games=games,
        z=z,
        verdict=judge(z, same=False, limit=Z_LIMIT),
        note=f"exact {exact:.4f}, played with seed {seed}",
    )


def _check_reshuffle() -> Check:
    """Return the check of the model by short games solved under the real reshuffle rule."""
    game = rules()
    best = solve(game, REAL_TURNS, codes=True)
    model = float(best.scores[-1])
    policy = reshuffle_scores(game, best, REAL_TURNS)[-1]
    knowing = reshuffle_scores(game, StrategyName.OPTIMAL, REAL_TURNS)[-1]
    agrees = abs(policy - model) <= 0.01 * model
    return Check(
        place=_OURS,
        figure=(
            f"By the real reshuffle rule {REAL_TURNS} turns score what the model says, within 1 %"
        ),
        verdict=Verdict.AGREES if agrees else Verdict.DIFFERS,
        note=(
            f"The model's policy scores {model:.4f} in the model and {policy:.4f} by the real "
            f"rule, the best play that knows both piles {knowing:.4f}; all exactly"
        ),
    )
